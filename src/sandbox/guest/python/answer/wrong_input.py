"""Tells whose fault an error of run() is: what it was given, or the tool itself. Loaded only once there is an error.

A tool refuses its input by a ValueError, or a kind of its own of that. What libraries raise for a file that is not what its name says is
told from a bug by the file: the input must name one that is there, and what could not be read must be in it.
"""

import posix

# Raised for what cannot be read as what it should be, each by the type that its library gives it.
UNREADABLE = set(
    """UnicodeDecodeError json.decoder.JSONDecodeError _csv.Error tomllib.TOMLDecodeError configparser.Error zipfile.BadZipFile
    gzip.BadGzipFile zlib.error _lzma.LZMAError tarfile.TarError xml.etree.ElementTree.ParseError xml.parsers.expat.ExpatError
    pyexpat.ExpatError plistlib.InvalidFileException wave.Error sqlite3.DatabaseError EOFError struct.error pandas.errors.ParserError
    pandas.errors.EmptyDataError pyarrow.lib.ArrowInvalid openpyxl.utils.exceptions.InvalidFileException
    PIL.UnidentifiedImageError pypdfium2._helpers.misc.PdfiumError pptx.exc.PackageNotFoundError docx.opc.exceptions.PackageNotFoundError
    lxml.etree.XMLSyntaxError yaml.error.YAMLError xlrd.biffh.XLRDError pypdf.errors.PyPdfError""".split()
)

MOST_TEXTS = 1000
MOST_BYTES = 64 * 1024 * 1024


def fault_of(error, given):
    """ "input" where the tool has refused it, "file" where a file that it names cannot be read; None where the tool is to blame."""
    kinds = {name_of(kind) for kind in type(error).__mro__}
    if isinstance(error, OSError) and not kinds & UNREADABLE:
        return "file" if is_of(error, given) else None
    if kinds & UNREADABLE:
        return "file" if is_at_fault(error, given) else None
    return "input" if isinstance(error, ValueError) and str(error).strip() else None


def name_of(kind):
    return kind.__name__ if kind.__module__ == "builtins" else f"{kind.__module__}.{kind.__qualname__}"


def is_of(error, given):
    """A file or folder that the input names, and that is not there, or is the other of the two."""
    wrong = isinstance(error, (FileNotFoundError, IsADirectoryError, NotADirectoryError))
    return wrong and isinstance(error.filename, str) and any(same_path(error.filename, text) for text in texts_in(given))


def same_path(one, other):
    return one == other or absolute(one) == absolute(other)


def absolute(path):
    parts = []
    for part in (path if path.startswith("/") else f"{posix.getcwd()}/{path}").split("/"):
        if part == "..":
            del parts[-1:]
        elif part not in ("", "."):
            parts.append(part)
    return "/" + "/".join(parts)


def is_at_fault(error, given):
    """What could not be read is told by some errors, and then a file or a text that was given must hold it."""
    texts = texts_in(given)
    files = [text for text in texts if is_file(text)]
    if isinstance(error, UnicodeDecodeError):
        return any(holds(file, [bytes(error.object)]) for file in files)
    piece = getattr(error, "doc", None)
    if not isinstance(piece, str):
        return bool(files)
    return (piece.strip() != "" and piece in texts) or any(holds(file, encodings_of(piece)) for file in files)


def encodings_of(text):
    return [text.encode(name, "ignore") for name in ("utf-8", "utf-16-le", "latin-1")]


def holds(file, pieces):
    if posix.stat(file).st_size > MOST_BYTES:
        return True
    with open(file, "rb") as opened:
        data = unified(opened.read())
    return any(unified(piece) in data if piece.strip() else not data.strip() for piece in pieces)


def unified(data):
    return data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")


def is_file(text):
    try:
        return posix.stat(text).st_mode & 0o170000 == 0o100000
    except (OSError, ValueError):
        return False


def texts_in(given):
    """All texts of an input, keys too, in no recursion."""
    waiting, found = [given], []
    while waiting and len(found) < MOST_TEXTS:
        one = waiting.pop()
        if isinstance(one, str):
            found.append(one)
        elif isinstance(one, dict):
            waiting += [*one.keys(), *one.values()]
        elif isinstance(one, list):
            waiting += one
    return found
