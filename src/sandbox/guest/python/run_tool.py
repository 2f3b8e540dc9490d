"""Runs one forged tool: the input as JSON on stdin, what run() returned as JSON on stdout.

What the tool itself prints goes to stderr, so that it can never be taken for its result. The answer is one object: {"output": {...}} or
{"error": {"type": ..., "message": ..., "traceback": ..., "wrong": ...}}, "wrong" where what it was given is to blame, and the whole with
"returned" where run() came to an end and what it returned cannot be told; an output has "figures" beside it where some were saved. Started
by start_tool.py: a trivial tool is to cost little more than the start of Python, so this imports what is built in, of the site module it does
only what is needed, and it begins before there is an input: that follows a line of its own, a list of TOOL, FOLDER and ENVIRONMENT.
"""

import sys

import posix

TRACEBACK_LIMIT = 3000
MESSAGE_LIMIT = 1000


def make_ready(folder, environment):
    """Goes to the folder, and puts what is installed on the path. Nothing in an environment is run but what is imported of it.

    The standard library comes first, then the image's packages: an environment cannot stand in for them.
    """
    see_packages()
    enter(folder, environment)


def enter(folder, environment):
    posix.chdir(folder)
    sys.path += environment


def see_packages():
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    for packages in (f"/usr/local/lib/{version}/dist-packages", "/usr/lib/python3/dist-packages"):
        try:
            names = posix.listdir(packages)
        except OSError:
            continue
        if any(name.endswith(".pth") for name in names):
            import site

            site.addsitedir(packages)
        else:
            sys.path.append(packages)


def keep_within(size, processes, addresses):
    """Bytes of a file, processes and threads, bytes of addresses: never to be raised again. A program that did so would take a millisecond."""
    from resource import RLIMIT_AS, RLIMIT_FSIZE, RLIMIT_NPROC, setrlimit

    for kind, most in ((RLIMIT_FSIZE, size), (RLIMIT_NPROC, processes), (RLIMIT_AS, addresses)):
        setrlimit(kind, (most, most))


def first_to_go():
    """Offers itself to the kernel when memory runs out."""
    file = posix.open("/proc/self/oom_score_adj", posix.O_WRONLY)
    posix.write(file, b"1000")
    posix.close(file)


def read(file):
    chunks = []
    while chunk := posix.read(file, 65536):
        chunks.append(chunk)
    return b"".join(chunks)


def read_text(path):
    """A tool's code, as text: it must not choose how its bytes are to be read."""
    file = posix.open(path, posix.O_RDONLY | posix.O_CLOEXEC)
    text = read(file).decode()
    posix.close(file)
    return text


def load(path):
    tool = type(sys)("tool")
    tool.__file__ = path
    sys.modules["tool"] = tool
    sys.path.insert(0, path.rpartition("/")[0])
    exec(compile(read_text(path), path, "exec", dont_inherit=True), tool.__dict__)
    return tool.run


def decoded(text):
    """json.loads by its C part alone: the package takes as long to load as half of Python."""
    import _json

    class Context:
        strict = True
        object_hook = object_pairs_hook = None
        parse_float, parse_int, parse_constant = float, int, float
        memo = {}

    return _json.make_scanner(Context)(text, 0)[0]


def encoded(value):
    """json.dumps by its C part alone, and as strict as JSON is about NaN. A float keeps its point: 3.0 is "3.0"."""
    import _json

    def refuse(one):
        raise TypeError(f"Object of type {type(one).__name__} is not JSON serializable")

    encode = _json.make_encoder({}, refuse, _json.encode_basestring_ascii, None, ": ", ", ", False, False, False)
    return "".join(encode(value, 0))


def is_plain(value):
    """Whether a result is JSON as it stands, which most are."""
    kind = type(value)
    if kind is dict:
        return all(type(key) is str and is_plain(one) for key, one in value.items())
    if kind is list:
        return all(map(is_plain, value))
    return kind in (str, int, bool, type(None)) or (kind is float and value - value == 0)


def told(output, figures):
    if not isinstance(output, dict):
        raise TypeError(f"run() must return a dict, not {type(output).__name__}")
    try:
        result = output if is_plain(output) else beside("to_json").plain(output)
        return encoded({"output": result, **({"figures": figures} if figures else {})})
    except RecursionError:
        raise TypeError("run() returned what JSON cannot hold: it holds itself, or is nested too deeply") from None
    except Exception as error:  # what stands in a result may be anybody's
        raise TypeError(f"run() returned what JSON cannot hold: {error}") from None


def beside(name):
    """A module of ours that not every run needs."""
    sys.path.insert(0, __file__.rpartition("/")[0])
    module = __import__(name)
    del sys.path[0]
    return module


class WhoWatchesFigures:
    """Lets note_figures.py note what figures show, once a tool loads what draws; a tool that draws nothing pays nothing."""

    def __init__(self, noted):
        self.noted = noted

    def find_spec(self, name, path=None, target=None):
        if name != "matplotlib.backend_bases":
            return None
        sys.meta_path.remove(self)
        from importlib.machinery import PathFinder

        spec = PathFinder.find_spec(name, path, target)
        load_it = spec.loader.exec_module

        def exec_module(module):
            load_it(module)
            beside("note_figures").watch(module, self.noted)

        spec.loader.exec_module = exec_module
        return spec


def fault_of(error, text):
    try:
        return beside("wrong_input").fault_of(error, decoded(text))
    except Exception:  # an error of a tool's own may say anything of itself
        return None


def describe(error):
    import traceback

    frames = error.__traceback__
    while frames and frames.tb_frame.f_code.co_filename == __file__:
        frames = frames.tb_next
    lines = traceback.format_exception(type(error), error, frames)
    return {
        "type": type(error).__name__,
        "message": str(error)[:MESSAGE_LIMIT],
        "traceback": "".join(lines)[-TRACEBACK_LIMIT:],
    }


def answer(path, text):
    returned, figures, run = {}, [], None
    sys.meta_path.insert(0, WhoWatchesFigures(figures))
    try:
        run = load(path)
        output = run(decoded(text))
        returned = {"returned": True}
        return told(output, figures)
    except BaseException as error:  # SystemExit too: a tool that leaves has not returned
        wrong = fault_of(error, text) if run and not returned else None
        return encoded({"error": {**describe(error), **({"wrong": wrong} if wrong else {})}, **returned})


def main(*most):
    posix.nice(19)  # all that a command starts comes after the guest
    first_to_go()
    keep_within(*map(int, most))
    see_packages()
    result = posix.dup(1)  # not inherited by what the tool starts
    posix.dup2(2, 1)
    order, _, given = read(0).decode().partition("\n")
    if not order:  # there is nothing to be run after all
        return
    path, folder, *environment = decoded(order)
    sys.argv = [path]
    enter(folder, environment)
    data = answer(path, given).encode()
    while data:
        data = data[posix.write(result, data) :]
