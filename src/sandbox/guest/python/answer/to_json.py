"""Makes JSON of what run() returns, by one rule, the same in a test as in use. docs/tools.md states it.

Loaded only for a result that is not JSON as it stands. Types are told by their names: whoever returns a Decimal has loaded its module, and
nobody else is to pay for it.
"""

# A result may have 50; the host takes no more.
LEVELS = 60

LISTS = {"builtins.list", "builtins.tuple", "builtins.range", "builtins.dict_keys", "builtins.dict_values", "collections.deque"}
ARRAYS = {"numpy.ndarray", "pandas.Series", "pandas.Index", "pandas.api.extensions.ExtensionArray"}
TEXTS = {"uuid.UUID", "ipaddress._BaseAddress", "ipaddress._BaseNetwork", "pandas.Period", "pandas.Interval"}
BYTES = {"builtins.bytes", "builtins.bytearray", "builtins.memoryview"}

known = {}


def plain(value, levels=LEVELS):
    """The value as None, bool, int, float, str, list and dict with texts for keys. Raises TypeError for what is none of these."""
    if levels == 0:
        raise TypeError("it holds itself, or is nested deeper than 50 levels")
    kind = type(value)
    if kind not in known:
        known[kind] = rule_of(kind)
    return known[kind](value, levels - 1)


def rule_of(kind):
    """What is done with values of a type: the first rule that fits it."""
    names = {name_of(one) for one in kind.__mro__}
    for fits, rule in RULES:
        if names & fits:
            return rule
    if hasattr(kind, "__fspath__"):
        return path
    if hasattr(kind, "__dataclass_fields__"):
        return fields
    return refused


def name_of(kind):
    """The name that a type is known by: pandas has moved its types about, and calls them by where they were."""
    module = kind.__module__
    if module.partition(".")[0] == "pandas" and kind.__name__ in PANDAS:
        module = PANDAS[kind.__name__]
    return f"{module}.{kind.__qualname__}"


PANDAS = {
    **dict.fromkeys(("DataFrame", "Series", "Index", "Period", "Interval", "NAType", "NaTType"), "pandas"),
    "ExtensionArray": "pandas.api.extensions",
}


def same(value, levels):
    return value


def nothing(value, levels):
    return None


def whole(value, levels):
    return int(value)


def text(value, levels):
    return str.__str__(value)


def number(value, levels):
    """NaN and the infinities are null, as pandas' to_json has it."""
    found = float(value)
    return found if found - found == 0 else None


def decimal(value, levels):
    """3 is 3, 3.00 is 3.0."""
    if not value.is_finite():
        return None
    return int(value) if value.as_tuple().exponent >= 0 else float(value)


def moment(value, levels):
    return value.isoformat() if value == value else None


def seconds(value, levels):
    return value.total_seconds() if value == value else None


def in_words(value, levels):
    return str(value)


def path(value, levels):
    return plain(value.__fspath__(), levels)


def member(value, levels):
    return plain(value.value, levels)


def fields(value, levels):
    return {name: plain(getattr(value, name), levels) for name in value.__dataclass_fields__}


def items(value, levels):
    return [plain(one, levels) for one in value]


def sorted_items(value, levels):
    """A set has no order of its own that would be the same in the next run."""
    found = items(value, levels)
    try:
        return sorted(found)
    except TypeError:
        return sorted(found, key=lambda one: (type(one).__name__, repr(one)))


def entries(value, levels):
    found = {}
    for key, one in value.items():
        name = key_of(key, levels)
        if name in found:
            raise TypeError(f'two of its keys are "{name}" as text')
        found[name] = plain(one, levels)
    return found


def key_of(key, levels):
    """A key as text: 1 is "1", True is "true", None and NaN are "null", a date is as ISO 8601 has it."""
    found = plain(key, levels)
    if isinstance(found, str):
        return found
    if isinstance(found, (list, dict)):
        raise TypeError(f"a key of it is a {type(key).__name__}: make it a text")
    return {"None": "null", "True": "true", "False": "false"}.get(repr(found), repr(found))


def scalar(value, levels):
    """Of numpy; its dates would come out as nanoseconds."""
    if value.dtype.kind == "M":
        return str(value).removesuffix(".000000000") if value == value else None
    if value.dtype.kind == "m":
        return float(value.astype("timedelta64[ns]").astype("int64")) / 1e9 if value == value else None
    return plain(value.item(), levels)


def array(value, levels):
    kind = getattr(value.dtype, "kind", "O")
    found = list(value) if kind in "Mm" and getattr(value, "ndim", 1) > 0 else value.tolist()
    return plain(found, levels)


def rows(value, levels):
    """A table: its rows as objects, without its index."""
    names = [key_of(name, levels) for name in value.columns]
    if len(set(names)) < len(names):
        raise TypeError("two columns of a table have the same name")
    return [
        {name: plain(one, levels - 1) for name, one in zip(names, row, strict=True)}
        for row in value.itertuples(index=False, name=None)
    ]


def no_bytes(value, levels):
    raise TypeError(f"it holds {type(value).__name__}: decode them, or write them to a file and return its path")


def refused(value, levels):
    raise TypeError(f"it holds {type(value).__name__}, which is no JSON: make it numbers, texts, lists and dicts")


RULES = (
    ({"enum.Enum"}, member),
    ({"builtins.NoneType", "builtins.bool"}, same),
    ({"pandas.NAType", "pandas.NaTType"}, nothing),
    ({"builtins.str"}, text),
    ({"builtins.int"}, whole),
    ({"builtins.float", "fractions.Fraction"}, number),
    ({"decimal.Decimal"}, decimal),
    ({"datetime.date", "datetime.time"}, moment),
    ({"datetime.timedelta"}, seconds),
    ({"builtins.dict", "collections.abc.Mapping", "builtins.mappingproxy"}, entries),
    (LISTS, items),
    ({"builtins.set", "builtins.frozenset"}, sorted_items),
    ({"numpy.generic"}, scalar),
    ({"pandas.DataFrame"}, rows),
    (ARRAYS, array),
    (TEXTS, in_words),
    (BYTES, no_bytes),
)
