"""
What a table is: the fold of its log. Nothing here does input or output, or asks for the time.

A :class:`~branchline.server.tables.log.Command` says what somebody wants; its ``decide`` answers with the one
:class:`~branchline.server.tables.log.Entry` that it becomes, or refuses. ``apply`` of the entry changes the table.
Each file holds one subject: its commands and its entries side by side; ``kinds.py`` lists them all.
"""
