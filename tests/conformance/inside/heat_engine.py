"""Heat's engine code, made to build and validate stacks without any service."""

import collections
import collections.abc
import copy
import logging
import os
import warnings

# Heat 13 looks for abstract classes where Python has not had them since 3.10.
for _name in dir(collections.abc):
    if _name[0].isupper() and not hasattr(collections, _name):
        setattr(collections, _name, getattr(collections.abc, _name))
warnings.simplefilter("ignore")
logging.disable(logging.CRITICAL)

from heat.common import context, messaging, policy  # noqa: E402
from heat.db.sqlalchemy import api, models  # noqa: E402
from heat.engine import (  # noqa: E402
    environment,
    function,
    parameters,
    resource,
    resources,
    stack,
    template,
)
from heat.engine.resources import stack_resource  # noqa: E402
from heat.engine.resources.openstack.nova import server  # noqa: E402
from oslo_config import cfg  # noqa: E402
from oslo_db import options  # noqa: E402

StackResource = stack_resource.StackResource


def resolved(stack, snippet):
    """What Heat makes of a piece of a stack's template that asks no resource."""
    return function.resolve(stack.t.parse(stack.defn, snippet))


class Heat:
    def __init__(self):
        messaging.setup("fake://", optional=True)
        for name, value in (
            ("max_resources_per_stack", -1),
            ("max_nested_stack_depth", 12),
            ("environment_dir", os.devnull),
            ("template_dir", os.devnull),
        ):
            cfg.CONF.set_override(name, value)
        options.set_defaults(cfg.CONF, connection="sqlite://")
        models.BASE.metadata.create_all(api.get_engine())
        resources.initialise()
        _believe_the_cloud()
        self._context = context.RequestContext.from_dict(
            {
                "tenant_id": "x",
                "tenant": "x",
                "username": "x",
                "user_id": "x",
                "password": "",
                "roles": [],
                "is_admin": False,
                "auth_url": "http://127.0.0.1:1/v3",
                "auth_token": "x",
            }
        )

    def build(self, text, files, env, name="overcloud", strict=False):
        sections = {
            section: copy.deepcopy(env.get(section) or {})
            for section in ("parameters", "parameter_defaults", "resource_registry")
        }
        parsed = template.Template(
            copy.deepcopy(text), files=files, env=environment.Environment(sections)
        )
        return stack.Stack(self._context, name, parsed, strict_validate=strict)

    def check_value(self, name, schema, value, version="rocky"):
        """Raise what Heat raises when this is the value in parameter_defaults."""
        if value is not None:
            # It takes the place of the declared default, good or bad.
            schema = {key: item for key, item in schema.items() if key != "default"}
        text = {"heat_template_version": version, "parameters": {name: schema}}
        parameter = parameters.Parameter(name, template.Template(text).param_schemata()[name])
        parameter.set_default(value)
        parameter.validate(True, self._context)


def _believe_the_cloud():
    """Accept what only a cloud can answer: that flavors, images, networks exist."""

    class Accept:
        def validate(self, value, context):
            return True

    known = resources.global_env().constraints
    for name in list(known):
        known[name] = Accept
    resource.Resource._validate_service_availability = classmethod(lambda *args: None)
    policy.ResourceEnforcer.enforce = lambda *args, **kwargs: True
    server.Server.validate = lambda self: self.validate_template()
