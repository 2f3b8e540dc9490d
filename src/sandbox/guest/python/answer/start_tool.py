"""Starts run_tool.py, which is compiled beforehand: what Python is started with it compiles anew each time, for a millisecond.

`python3 -I -S -u -B start_tool.py SIZE PROCESSES ADDRESSES`, the limits that the tool is to keep within.
"""

import sys

sys.path.insert(0, __file__.rpartition("/")[0])

import run_tool  # noqa: E402

# A tool may have a module of this name
del sys.path[0], sys.modules["run_tool"]

run_tool.main(*sys.argv[1:])
