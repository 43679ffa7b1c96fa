"""The HTTP interface. One file a subject, each with its ``ROUTES``; ``layer.py`` has the little that they share."""
