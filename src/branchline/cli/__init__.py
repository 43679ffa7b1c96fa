"""The ``branchline`` command: one module a command, nothing imported before it is needed."""
