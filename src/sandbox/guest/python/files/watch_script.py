"""Runs somebody's script once more and notes what it reads, writes and prints: JSON on stdin, JSON on stdout.

In a folder of copies, as a tool is run: nothing of the session can be changed. Files are noted by Python's own audit events
(https://docs.python.org/3/library/audit_events.html); what a child process or a library written in C opens by itself is not seen. Started as
`python3 -I -S -u -B watch_script.py FOLDER`.
"""

import io
import json
import os
import sys

sys.path.insert(0, __file__.rpartition("/")[0])

from run_tool import describe, first_to_go, make_ready, read  # noqa: E402

del sys.path[0]

MOST_FILES = 12
MOST_BYTES = 64 * 1024
NETWORK = {"socket.connect", "socket.getaddrinfo", "socket.gethostbyname"}
CHILDREN = {"subprocess.Popen", "os.system", "os.posix_spawn", "os.fork", "os.exec", "os.forkpty"}


def content(path):
    """The text of a file as far as it is small and text; how large it is otherwise."""
    try:
        size = os.stat(path).st_size
        if size > MOST_BYTES:
            return {"size": size}
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
        text = data.decode("utf-8")
        return {"size": size} if "\0" in text else {"size": size, "text": text}
    except UnicodeDecodeError:
        return {"size": size}
    except OSError:
        return None


class Notes:
    """Files by the order in which they were opened first, those that are read with what they held then."""

    def __init__(self, roots):
        self.roots = roots
        self.reads, self.writes, self.seen = {}, {}, set()
        self.busy = True

    def note(self, event, args):
        if self.busy:
            return
        self.busy = True
        try:
            if event == "open":
                self.opened(*args)
            elif event in NETWORK:
                self.seen.add("network")
            elif event in CHILDREN:
                self.seen.add("children")
        finally:
            self.busy = False

    def opened(self, path, mode, flags):
        if isinstance(path, bytes):
            path = os.fsdecode(path)
        if not isinstance(path, str):
            return
        path = os.path.abspath(path)
        if not any(path.startswith(root + "/") for root in self.roots):
            return
        if isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR):
            if path not in self.writes and len(self.writes) < MOST_FILES:
                self.writes[path] = None
        elif path not in self.reads and path not in self.writes:
            held = content(path)
            if held and len(self.reads) < MOST_FILES:
                self.reads[path] = held
            elif not held:
                self.seen.add("missing " + path)
            else:
                self.seen.add("many")


def run(script, text, argv):
    """As Python runs a script. Answers its exit code."""
    sys.argv = [script, *argv]
    sys.path.insert(0, os.path.dirname(script))
    main = type(sys)("__main__")
    main.__file__ = script
    sys.modules["__main__"] = main
    try:
        exec(compile(text, script, "exec", dont_inherit=True), main.__dict__)
    except SystemExit as left:
        if left.code is None:
            return 0
        if isinstance(left.code, int):
            return left.code
        print(left.code, file=sys.stderr)
        return 1
    return 0


def take(file, text):
    """Gives a descriptor of its own to standard input: the script may read it at any level. Without a text it is the file."""
    if text is not None:
        with open(file, "w", encoding="utf-8") as out:
            out.write(text)
    opened = os.open(file, os.O_RDONLY)
    os.dup2(opened, 0)
    os.close(opened)
    sys.stdin = io.TextIOWrapper(io.FileIO(0, closefd=False), encoding="utf-8")


def printed(file):
    with open(file, "rb") as given:
        data = given.read(MOST_BYTES + 1)
    return {"text": data[:MOST_BYTES].decode("utf-8", "replace"), "cut": len(data) > MOST_BYTES}


def watch(task, temp):
    notes = Notes([*task["roots"], "/inputs"])
    sys.addaudithook(notes.note)
    given = task.get("stdin_file") or f"{temp}/stdin"
    take(given, None if "stdin_file" in task else task["stdin"])
    stdin = content(given) or {"size": 0}
    shown = f"{temp}/stdout"
    out = os.open(shown, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    os.dup2(out, 1)
    os.makedirs(task["folder"], exist_ok=True)
    os.chdir(task["folder"])
    notes.busy = False
    try:
        ended = {"code": run(task["script"], task["text"], task["args"])}
    except BaseException as error:  # whatever it is, the script has failed
        ended = {"error": describe(error)}
    notes.busy = True
    sys.stdout.flush()
    written = {path: held for path in notes.writes if (held := content(path))}
    reads = {path: held for path, held in notes.reads.items() if path != task["script"]}
    noted = {"reads": reads, "writes": written, "seen": sorted(notes.seen)[:20]}
    return {**ended, "stdin": stdin, "printed": printed(shown), **noted}


def main(folder):
    first_to_go()
    result = os.dup(1)
    make_ready(folder, [])
    task = json.loads(read(0).decode())
    data = json.dumps(watch(task, os.environ["TMPDIR"])).encode()
    while data:
        data = data[os.write(result, data) :]
    os._exit(0)


if __name__ == "__main__":
    main(sys.argv[1])
