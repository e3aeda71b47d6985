"""Serve one OpenStack service on an inherited socket, with the interpreter of its environment.

    openstack_serve.py SERVICE FD USERS

Ends once nobody holds a lock on the file USERS any more: with the last test run, however
that ends.
"""

import collections
import collections.abc
import fcntl
import inspect
import os
import socket
import sys
import threading


def mend_python():
    """Names that Train uses and Python 3.11 no longer has."""
    for name in collections.abc.__all__:
        setattr(collections, name, getattr(collections.abc, name))
    if not hasattr(inspect, "getargspec"):
        inspect.getargspec = lambda function: inspect.getfullargspec(function)[:4]


def application(service):
    if service == "keystone":
        from keystone.server import wsgi

        return wsgi.initialize_public_application()
    if service == "placement":
        from placement import wsgi

        return wsgi.init_application()
    if service == "glance":
        from glance.common import wsgi_app

        return wsgi_app.init_app()
    from nova.api.openstack import wsgi_app

    names = inspect.signature(wsgi_app.init_application).parameters
    arguments = ("osapi_compute", "nova-api") if len(names) > 1 else ("osapi_compute",)
    return wsgi_app.init_application(*arguments)


def end_with_users(file):
    with open(file) as users:
        fcntl.flock(users, fcntl.LOCK_EX)
        os._exit(0)


if __name__ == "__main__":
    service, number = sys.argv[1], int(sys.argv[2])
    threading.Thread(target=end_with_users, args=sys.argv[3:], daemon=True).start()
    mend_python()
    sys.argv = [f"{service}-api"]
    import waitress

    app = application(service)
    # One request at a time: SQLite refuses writers that meet.
    waitress.serve(app, sockets=[socket.socket(fileno=number)], threads=1, ident=None)
