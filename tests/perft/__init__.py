"""Perft: how many sequences of decisions there are, as data, agreed with the second engine."""
