"""Reads a draft without running it: does it compile, what does it import, what does the policy find.

On stdin a nonce on a line of its own, then the draft. The report goes to a descriptor of its own, as one JSON line that carries the
nonce. Whatever goes wrong here, no report is made, and then the draft has not passed.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(__file__))

from check_imports import imports_of  # noqa: E402
from check_policy import Policy  # noqa: E402
from check_tree import Refused  # noqa: E402
from run_tool import encoded  # noqa: E402

REPORT = 19
ERROR_LIMIT = 1500
LINE_LIMIT = 300
ONLY_AST = 0x400


def parsed(source):
    try:
        compile(source, "tool.py", "exec", dont_inherit=True)
        return compile(source, "tool.py", "exec", ONLY_AST, dont_inherit=True)
    except SyntaxError as error:
        import traceback

        lines = "".join(traceback.format_exception_only(error)).strip().split("\n")
        raise Refused("\n".join(line[:LINE_LIMIT] for line in lines)) from None
    except ValueError as error:
        raise Refused(f"tool.py cannot be read: {error}") from None


def report(source):
    try:
        tree = parsed(source)
        return {"stage": "checked", "imports": imports_of(tree), "findings": Policy(source, tree).findings()}
    except Refused as refused:
        return {"stage": "compile", "error": str(refused)[:ERROR_LIMIT]}
    except (RecursionError, MemoryError):
        return {"stage": "compile", "error": "tool.py is nested too deeply to be read"}


def main():
    nonce, _, source = sys.stdin.buffer.read().decode().partition("\n")
    os.write(REPORT, f"{encoded({'nonce': nonce, **report(source)})}\n".encode())


main()
