"""Flavors, image properties and host aggregates in a running cloud.

`observe` reads it, `difference` and `removal` say what would change, `apply_changes` does it.
Everything between reading and doing is pure.
"""
