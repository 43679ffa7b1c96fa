"""Measurements of the engine; ``python -m benchmarks`` runs them all."""
