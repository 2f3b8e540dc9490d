"""Runs what makes the files of a test, read from stdin, in the folder where the tool is to find them."""

import sys

sys.path.insert(0, __file__.rpartition("/")[0])

from run_tool import first_to_go, make_ready, read  # noqa: E402

del sys.path[0]


def main(folder, *environment):
    first_to_go()
    make_ready(folder, environment)
    exec(compile(read(0).decode(), "prepare", "exec", dont_inherit=True), {"__name__": "__main__"})


main(*sys.argv[1:])
