"""glance-manage db sync, with the interpreter of an OpenStack environment.

    openstack_glance_db.py CONFIG

Train's own program registers its old commands twice, which argparse refuses since Python 3.11.
"""

import sys

from glance.cmd import manage

if __name__ == "__main__":
    manage.add_legacy_command_parsers = lambda *_: None
    sys.argv = ["glance-manage", "--config-file", sys.argv[1], "db", "sync"]
    sys.exit(manage.main())
