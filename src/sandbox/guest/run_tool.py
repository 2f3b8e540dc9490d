"""Runs one forged tool: the input as JSON on stdin, what run() returned as JSON on stdout.

What the tool itself prints goes to stderr, so that it can never be taken for its result. The answer is one object:
{"output": {...}} or {"error": {"type": ..., "message": ..., "traceback": ...}}.
"""

import json
import os
import sys

TRACEBACK_LIMIT = 3000
MESSAGE_LIMIT = 1000


def run(path, text):
    tool = type(sys)("tool")
    tool.__file__ = path
    sys.modules["tool"] = tool
    sys.path.insert(0, os.path.dirname(path))
    with open(path, "rb") as file:
        exec(compile(file.read(), path, "exec"), tool.__dict__)
    output = tool.run(json.loads(text))
    if not isinstance(output, dict):
        raise TypeError(f"run() must return a dict, not {type(output).__name__}")
    return output


def encode(output):
    try:
        return json.dumps({"output": output}, allow_nan=False)
    except ValueError as error:
        raise ValueError(f"run() returned what JSON cannot hold (NaN, infinity or a loop): {error}") from None
    except TypeError as error:
        raise TypeError(f"run() returned what JSON cannot hold: {error}") from None


def describe(error):
    import traceback

    # The first frame is this file's.
    tail = error.__traceback__.tb_next if error.__traceback__ else None
    lines = traceback.format_exception(type(error), error, tail)
    return {
        "type": type(error).__name__,
        "message": str(error)[:MESSAGE_LIMIT],
        "traceback": "".join(lines)[-TRACEBACK_LIMIT:],
    }


def answer(path, text):
    try:
        return encode(run(path, text))
    except BaseException as error:  # SystemExit too: a tool that leaves has not returned
        return json.dumps({"error": describe(error)})


def main():
    with open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")
    result = os.dup(1)  # not inherited by what the tool starts
    os.dup2(2, 1)
    os.chdir("/workspace")
    data = answer(sys.argv[1], sys.stdin.buffer.read()).encode()
    while data:
        data = data[os.write(result, data) :]


main()
