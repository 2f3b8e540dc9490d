"""The names that the policy of check_tool.py knows. Paths are dotted, as imported: "os.system"; "os.exec*" is whatever begins so."""

# Builtins that run text, or hand out whole namespaces.
DYNAMIC = frozenset("eval exec compile __import__ globals vars locals breakpoint input __builtins__".split())

# Attributes by name: the name must be a literal. What getattr says by one is read as if it were written out: see written_out.
BY_NAME = frozenset("getattr setattr delattr".split())
NAMING_CALLS = {"operator.attrgetter", "operator.methodcaller", "inspect.getattr_static", "importlib.import_module"}

# Dunder names that lead nowhere: they describe, or are what an operator calls.
HARMLESS = frozenset(
    f"__{name}__"
    for name in """name qualname doc file version all author slots match_args future debug members notes cause
    init new post_init enter exit aenter aexit iter next aiter anext len str repr format bytes int float index bool hash eq ne
    lt le gt ge contains getitem setitem delitem missing call add sub mul truediv floordiv mod pow neg abs and or xor invert
    radd rsub rmul iadd isub set_name dataclass_fields fspath""".split()
)

# Attributes that are not for tools, whatever they are asked of: frames, tracebacks and generators lead to namespaces, others load or start programs.
ATTRIBUTES = {
    "interpreter": frozenset(
        """tb_frame f_globals f_locals f_builtins f_back gi_frame cr_frame ag_frame gi_code cr_code read_pickle read_hdf
        load_extension enable_load_extension""".split()
    ),
    "subprocess": frozenset("subprocess_exec subprocess_shell read_clipboard to_clipboard".split()),
    "network": frozenset("create_connection create_server create_unix_connection create_datagram_endpoint sock_connect".split()),
}

# Methods whose text has fields that get at attributes.
FORMATS = frozenset(("format", "format_map"))

# Calls that run an expression or a template that they are given as a text: as the first argument, which must be written out.
RUN_AS_TEXT = """sympy.sympify sympy.S sympy.parse_expr sympy.parsing* sympy.core.sympify* sympy.lambdify jinja2.Template
    jinja2.nativetypes.NativeTemplate jinja2.DictLoader jinja2.FunctionLoader jinja2.loaders.DictLoader jinja2.loaders.FunctionLoader
    mako.template.Template PIL.ImageMath.eval PIL.ImageMath.unsafe_eval patsy.dmatri* patsy.ModelDesc* patsy.highlevel* statsmodels.formula*""".split()
# Calls whose first argument is an expression, and is run where it is a text: sympy's make one of any text that they are given.
RUN_IF_TEXT = """sympy.simplify sympy.expand sympy.factor sympy.cancel sympy.apart sympy.together sympy.trigsimp sympy.nsimplify sympy.collect
    sympy.solve sympy.solveset sympy.roots sympy.diff sympy.integrate sympy.limit sympy.series sympy.Poly sympy.latex sympy.pretty""".split()
# The keywords under which they, and the methods below, take it.
TEXT_KEYWORDS = frozenset("expr a ex s source text mapping formula formula_like".split())
# Methods that do: of which modules, and unless what is imported that has a harmless one of that name.
TEXT_METHODS = {
    "eval": (("pandas", "geopandas", "xarray"), ()),
    "query": (("pandas", "geopandas"), ("scipy.spatial", "sklearn.neighbors", "shapely")),
    "from_string": (("jinja2",), ()),
    "compile_expression": (("jinja2",), ()),
    "from_formula": (("statsmodels",), ()),
}
# Keywords that none of these take, but others of that name: the query of a tree of points.
KEYWORDS_OF_OTHERS = frozenset("k p eps distance_upper_bound workers return_distance dualtree breadth_first sort_results predicate".split())
# Calls whose first argument is a format text, and whether only in some style.
FORMAT_CALLS = {
    "matplotlib.ticker.StrMethodFormatter": False,
    "logging.StrFormatStyle": False,
    "logging.Formatter": True,
    "logging.basicConfig": True,
}
# Functions and methods that call what they are given. By name, whatever they belong to.
CALLERS = frozenset(
    """map filter starmap partial partialmethod reduce accumulate apply applymap transform agg aggregate pipe submit
    run_in_executor to_thread Thread Timer sorted min max groupby""".split()
)
# Methods and builtins that make a text.
MAKES_TEXT = frozenset(
    """join format format_map replace decode lower upper strip lstrip rstrip title casefold capitalize swapcase translate zfill
    removeprefix removesuffix str chr""".split()
)
# Keywords that have what is read, or looked at, run as code.
RUNS_WITH = {"allow_pickle": "interpreter", "eval_str": "dynamic-exec"}
# Where such a keyword stands without its name; None: nowhere.
RUNS_AT = {
    "numpy.load": 2,
    "numpy.lib.npyio.load": 2,
    "numpy.lib.npyio.NpzFile": 2,
    "numpy.lib.format.read_array": 1,
    "inspect.signature": None,
}

FORBIDDEN = {
    "dynamic-exec": """builtins code codeop runpy timeit cProfile profile trace doctest rlcompleter logging.config pandas.eval
    pandas.core.computation* numexpr asteval simpleeval js2py dukpy quickjs lupa execjs tkinter _tkinter turtle idlelib unittest
    IPython cython Cython pyximport typing.get_type_hints typing.ForwardRef typing.evaluate_forward_ref typing._*
    typing_extensions.get_type_hints typing_extensions.evaluate_forward_ref inspect.get_annotations annotationlib
    pydantic.create_model pydantic.ImportString pydantic.PyObject pydantic.types.ImportString pydantic.types.PyObject
    pydantic.v1.create_model pydantic.v1.PyObject pkg_resources importlib.metadata.entry_points importlib.metadata.EntryPoint* numpy.testing
    concurrent.interpreters _interpreters _xxsubinterpreters string.Formatter _string.formatter*
    six.exec_ six.moves.builtins""".split(),
    "subprocess": """subprocess pty multiprocessing posix _posixsubprocess _multiprocessing os.system os.popen os.exec* os.spawn*
    os.posix_spawn* os.fork* os.kill os.killpg concurrent.futures.ProcessPoolExecutor concurrent.futures.process
    asyncio.create_subprocess* asyncio.subprocess mailcap pipes numpy.distutils psutil pexpect sh plumbum venv ensurepip pip setuptools distutils numpy.f2py
    pandas.io.clipboard* matplotlib.animation matplotlib.texmanager matplotlib.testing""".split(),
    "network": """socket _socket ssl _ssl http.client http.server http.cookiejar urllib.request ftplib smtplib poplib imaplib nntplib
    telnetlib socketserver xmlrpc wsgiref webbrowser asyncio.open_connection asyncio.open_unix_connection asyncio.start_server
    asyncio.start_unix_server requests httpx aiohttp urllib3 websocket websockets pycurl paramiko
    logging.handlers.SocketHandler logging.handlers.DatagramHandler logging.handlers.SMTPHandler logging.handlers.HTTPHandler
    logging.handlers.SysLogHandler urllib.robotparser antigravity
    six.moves.urllib.request six.moves.urllib_request six.moves.http_client six.moves.xmlrpc_* six.moves.socketserver""".split(),
    "interpreter": """ctypes _ctypes cffi gc marshal pdb bdb imp zipimport pkgutil pydoc __main__ shelve dill cloudpickle jsonpickle
    pickle.load* pickle.Unpickler _pickle joblib.load torch.load numpy.ctypeslib copyreg yaml.unsafe_load* yaml.full_load*
    pandas.compat.pickle_compat statsmodels.iolib.smpickle statsmodels.api.load* six.moves.cPickle six.moves.reload_module
    pandas.HDFStore pandas.io.pytables* yaml.Loader yaml.FullLoader yaml.UnsafeLoader yaml.CLoader yaml.CFullLoader yaml.CUnsafeLoader site sys.modules sys.path* sys.meta_path sys.settrace sys.setprofile sys._*
    sys.monitoring sys.addaudithook threading.settrace* threading.setprofile* inspect.currentframe inspect.stack inspect.trace
    inspect.getouterframes inspect.getinnerframes types.CodeType types.FunctionType types.FrameType importlib.util
    importlib.machinery importlib.abc importlib.reload importlib._* importlib.__import__ importlib.invalidate_caches""".split(),
}

# Other modules hold these too (pathlib.os): wherever such a name stands in a path, the path begins anew there.
WATCHED = frozenset(
    "os sys subprocess builtins importlib socket ctypes posix gc inspect pickle multiprocessing operator".split()
)

# What other modules call some of these: random._os, collections._sys, enum.bltns.
ALIASES = {"bltns": "builtins", **{f"_{name}": name for name in ("os", "sys", "operator", "pickle")}}

# Modules of which only parts are forbidden: handed on as values, those parts could not be told any more.
NOT_AS_VALUE = frozenset("os sys importlib inspect operator pickle".split())

# Calls that are allowed while a module is loaded: they make a value and do nothing else.
PURE_BUILTINS = frozenset(
    """frozenset set dict list tuple int float str bool bytes complex range len min max sum sorted reversed abs round enumerate zip
    slice ord chr object type isinstance map filter any all divmod pow property staticmethod classmethod""".split()
)
PURE_CALLS = """re.compile re.escape logging.getLogger logging.NullHandler decimal.Decimal fractions.Fraction datetime.* zoneinfo.ZoneInfo
    pathlib.Path pathlib.PurePath pathlib.PurePosixPath pathlib.PureWindowsPath os.path.join os.path.dirname os.path.basename
    os.path.abspath os.getenv os.environ.get collections.* typing.* typing_extensions.* enum.* dataclasses.dataclass dataclasses.field functools.* string.*
    struct.Struct struct.calcsize operator.* itertools.* math.* uuid.UUID threading.Lock threading.RLock threading.local
    contextvars.ContextVar types.MappingProxyType types.SimpleNamespace contextlib.* abc.* textwrap.dedent statistics.* cmath.*
    warnings.filterwarnings warnings.simplefilter matplotlib.use pandas.set_option numpy.array numpy.dtype numpy.arange
    numpy.float* numpy.int* numpy.linspace numpy.zeros numpy.ones numpy.deg2rad numpy.sqrt numpy.set_printoptions
    pydantic.Field pydantic.ConfigDict annotated_types.* random.Random""".split()

# Methods of plain values: a text that is split, a set that is joined with another.
PURE_METHODS = frozenset(
    """split rsplit splitlines lower upper strip lstrip rstrip title casefold replace format join encode decode maketrans fromkeys
    keys values items union intersection difference copy isoformat total_seconds""".split()
)

# Calls that keep a function that they are given, and do not call it yet.
KEEPERS = """functools.partial functools.wraps functools.lru_cache functools.cache functools.cached_property collections.defaultdict
    dataclasses.field pydantic.Field enum.nonmember enum.member types.MappingProxyType types.SimpleNamespace""".split()
KEEPING_BUILTINS = frozenset("property staticmethod classmethod dict list tuple set frozenset".split())

# Decorators that belong to what they are an attribute of: @size.setter, @shown.register
PURE_DECORATORS = frozenset("setter getter deleter register".split())


def matches(path, table):
    """Whether a dotted path is one of the table's, or below one."""
    for entry in table:
        if entry.endswith("*"):
            if path.startswith(entry[:-1]):
                return True
        elif path == entry or path.startswith(entry + "."):
            return True
    return False


def rule_of(path):
    """The rule that forbids a dotted path, or None."""
    for rule, table in FORBIDDEN.items():
        if matches(path, table):
            return rule
    return None


def attribute_rules(name):
    """The rules that forbid a name, whatever it is asked of."""
    return [rule for rule, attributes in ATTRIBUTES.items() if name in attributes]


def is_dunder(name):
    return len(name) > 4 and name.startswith("__") and name.endswith("__")


def is_harmful(name):
    """A dunder name that leads into the interpreter."""
    return is_dunder(name) and name not in HARMLESS
