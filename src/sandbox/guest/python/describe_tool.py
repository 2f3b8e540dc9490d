"""Runs a tool file as a script with --describe, on the path that it has in use."""

import sys

sys.path.insert(0, __file__.rpartition("/")[0])

from run_tool import first_to_go, make_ready, read_text  # noqa: E402

del sys.path[0]


def main(tool, folder, *environment):
    first_to_go()
    make_ready(folder, environment)
    sys.argv = [tool, "--describe"]
    main_module = type(sys)("__main__")
    main_module.__file__ = tool
    sys.modules["__main__"] = main_module
    exec(compile(read_text(tool), tool, "exec", dont_inherit=True), main_module.__dict__)


main(*sys.argv[1:])
