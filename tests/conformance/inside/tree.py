"""tripleo-heat-templates rendered with our roles and networks, and what it declares.

Rendering and reading the tree takes most of the time of a check and depends on nothing
but roles and networks, so both are kept, under a digest of what went in.
"""

import collections
import hashlib
import os
import pickle
import shutil
import subprocess
import sys
import tempfile
import time

import heat_templates
from findings import BrokenError

_KEEP_SECONDS = 7 * 24 * 3600
Declaration = collections.namedtuple("Declaration", "where path schema version")


class Facts:
    """What a set of templates declares, uses and reads."""

    def __init__(self):
        self.declared = collections.defaultdict(list)  # name -> declarations
        self.tagged = set()  # marked as role-specific
        self.types = set()  # resource types asked for
        self.deprecated = set()
        self.read_globally = set()
        self.read_by_role = collections.defaultdict(set)  # name -> paths of templates

    def scan(self, root):
        for path, template in heat_templates.find_templates(root):
            for name, schema in (template.get("parameters") or {}).items():
                if not isinstance(schema, dict):
                    continue
                where = os.path.relpath(path, root)
                version = template["heat_template_version"]
                self.declared[name].append(Declaration(where, path, schema, version))
                if "role_specific" in (schema.get("tags") or ()):
                    self.tagged.add(name)
            self.types |= heat_templates.resource_types(template)
            self.deprecated |= heat_templates.deprecated_names(template)
            by_global, by_role = heat_templates.parameter_reads(template)
            self.read_globally |= by_global
            for name in by_role:
                self.read_by_role[name].add(path)


def processed(tht, roles_file, networks_file, cache):
    """The path of the rendered tree and its facts."""
    digest = hashlib.sha256()
    for path in (roles_file, networks_file, heat_templates.__file__, __file__):
        with open(path, "rb") as stream:
            digest.update(hashlib.sha256(stream.read()).digest())
    # Kept facts hold paths: they are the same for everyone who comes by way of a link.
    place = os.path.join(os.path.realpath(cache), digest.hexdigest()[:16])
    _forget_old(cache)
    if not os.path.isdir(place):
        os.makedirs(cache, exist_ok=True)
        scratch = tempfile.mkdtemp(prefix="making-", dir=cache)
        try:
            _process_templates(tht, roles_file, networks_file, scratch)
            os.rename(scratch, place)
        except OSError:
            if not os.path.isdir(place):  # or else another run was faster
                raise
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
    facts = _facts(place)
    os.utime(place)
    return place, facts


def _forget_old(cache):
    """Every change of roles or networks leaves a tree of 13 MB behind."""
    for entry in os.scandir(cache) if os.path.isdir(cache) else ():
        if time.time() - entry.stat().st_mtime > _KEEP_SECONDS:
            shutil.rmtree(entry.path, ignore_errors=True)


def _process_templates(tht, roles_file, networks_file, output):
    script = os.path.join("tools", "process-templates.py")
    argv = [sys.executable, script, "-p", ".", "-r", roles_file, "-n", networks_file]
    done = subprocess.run(
        [*argv, "-o", output],
        cwd=tht,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode:
        tail = "\n".join(done.stdout.splitlines()[-12:])
        raise BrokenError(f"process-templates.py refuses roles_data or network_data:\n{tail}")


def _facts(place):
    kept = os.path.join(place, "facts.pickle")
    if os.path.exists(kept):
        with open(kept, "rb") as stream:
            return pickle.load(stream)
    facts = Facts()
    facts.scan(place)
    handle, scratch = tempfile.mkstemp(dir=place)
    with os.fdopen(handle, "wb") as stream:
        pickle.dump(facts, stream)
    os.rename(scratch, kept)
    return facts
