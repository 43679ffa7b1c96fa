"""
The second engine: slow, simple, written from the rules alone, to check the fast core against.
"""
