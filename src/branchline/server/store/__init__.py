"""
What is kept. ``schema.py`` has the tables, ``migrations/`` their history, ``store.py`` runs queries in threads.

A query is a synchronous function of a connection: ``await store.write(append, …)`` runs it in one transaction.
"""
