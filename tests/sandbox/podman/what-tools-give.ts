/** The beginning of each tool. */
export const imports = `import collections, dataclasses, datetime as dt, decimal, enum, fractions, gzip, json, pathlib, uuid, zipfile
import numpy as np
`;

/** Values of Python, and the JSON that is made of them. */
export const values: readonly (readonly [string, string, unknown])[] = [
	['a whole number of numpy', 'np.int64(3)', 3],
	['a number and a truth value of numpy', '[np.float64(2.5), np.bool_(True)]', [2.5, true]],
	[
		'what is no number',
		'[float("nan"), float("inf"), -np.inf, np.float64("nan"), decimal.Decimal("NaN")]',
		Array(5).fill(null),
	],
	['what pandas has for nothing', '[pd.NaT, pd.NA]', [null, null]],
	[
		'moments',
		'[pd.Timestamp("2024-01-02 03:04"), dt.date(2024, 1, 2), dt.time(1, 2), np.datetime64("2024-01-02")]',
		['2024-01-02T03:04:00', '2024-01-02', '01:02:00', '2024-01-02'],
	],
	['lengths of time', '[dt.timedelta(minutes=1.5), pd.Timedelta("1h"), np.timedelta64(90, "s")]', [90, 3600, 90]],
	['exact numbers', '[decimal.Decimal("3.10"), decimal.Decimal("100"), fractions.Fraction(1, 2)]', [3.1, 100, 0.5]],
	[
		'a path and an id',
		'[pathlib.Path("a/b.csv"), uuid.UUID(int=1)]',
		['a/b.csv', '00000000-0000-0000-0000-000000000001'],
	],
	[
		'sets, in order',
		'[{3, 1, 2}, frozenset({"b", "a"}), {"b", 1}]',
		[
			[1, 2, 3],
			['a', 'b'],
			[1, 'b'],
		],
	],
	[
		'tuples and their like',
		'[(1, 2), range(2), collections.deque([1]), {"a": 1}.keys()]',
		[[1, 2], [0, 1], [1], ['a']],
	],
	['members and records', '[Color.RED, Level.LOW, Point(1, np.int64(2))]', ['red', 1, { x: 1, y: 2 }]],
	[
		'a table',
		'pd.DataFrame({"a": [1, 2], "b": ["x", None]})',
		[
			{ a: 1, b: 'x' },
			{ a: 2, b: null },
		],
	],
	[
		'columns and arrays',
		'[pd.Series([1, 2]), pd.Index(["a"]), np.array([[1], [2]]), pd.Series([], dtype=float), pd.Categorical(["x"])]',
		[[1, 2], ['a'], [[1], [2]], [], ['x']],
	],
	['an array of days', 'np.array(["2024-01-01", "NaT"], dtype="datetime64[D]")', ['2024-01-01', null]],
	[
		'keys that are no texts',
		'{1: "a", 2.5: "b", None: "c", dt.date(2024, 1, 2): "d", Color.RED: "e"}',
		{ '1': 'a', '2.5': 'b', null: 'c', '2024-01-02': 'd', red: 'e' },
	],
	['keys of numpy', 'pd.Series([1, 1, 2]).value_counts().to_dict()', { '1': 2, '2': 1 }],
];

/** Values that are refused, and how. */
export const refused: readonly (readonly [string, string, RegExp])[] = [
	['bytes', 'b"x"', /decode them, or write them to a file/],
	['a generator', '(one for one in "ab")', /holds generator/],
	['a complex number', '1j', /holds complex/],
	['two keys with one text', '{1: "a", "1": "b"}', /two of its keys are "1"/],
	['a key of several parts', '{(1, 2): 3}', /a key of it is a tuple/],
	['two columns with one name', 'pd.DataFrame([[1, 2]], columns=["a", "a"])', /two columns/],
	['what holds itself', 'loop()', /holds itself/],
];

export const classes = `
class Color(enum.Enum): RED = "red"
class Level(enum.IntEnum): LOW = 1
@dataclasses.dataclass
class Point:
    x: int
    y: int
class TooOld(ValueError): pass
def loop():
    found = [np.int64(1)]
    found.append(found)
    return found
`;

const table = { path: 'given.csv' };
const latin = 'open("given.csv", "wb").write("ä".encode("latin-1"))';

/** A line of a tool, its input, the files that it finds, what makes others, and who is to blame. */
export const failing: readonly (readonly [
	string,
	string,
	object,
	Readonly<Record<string, string>>,
	string | undefined,
	'input' | 'file' | undefined,
])[] = [
	['a ValueError', 'raise ValueError("too old")', {}, {}, undefined, 'input'],
	['a kind of it that the tool has made', 'raise TooOld("too old")', {}, {}, undefined, 'input'],
	['a ValueError without a word', 'raise ValueError()', {}, {}, undefined, undefined],
	['a KeyError', 'return {}["x"]', {}, {}, undefined, undefined],
	[
		'a file that is not JSON',
		'return json.load(open(input["path"]))',
		{ path: 'a.json' },
		{ 'a.json': '{"a": ' },
		undefined,
		'file',
	],
	['a text that is not JSON', 'return json.loads(input["text"])', { text: '{"a": ' }, {}, undefined, 'file'],
	[
		'JSON of its own that is none',
		'return json.loads("{]")',
		{ path: 'a.json' },
		{ 'a.json': '{}' },
		undefined,
		undefined,
	],
	['a file that is not UTF-8', 'return {"text": open(input["path"]).read()}', table, {}, latin, 'file'],
	[
		'bytes of its own that are not UTF-8',
		'return {"text": b"\\xff".decode()}',
		table,
		{ 'given.csv': 'a' },
		undefined,
		undefined,
	],
	[
		'a table without a column',
		'return {"rows": len(pd.read_csv(input["path"]))}',
		table,
		{ 'given.csv': '' },
		undefined,
		'file',
	],
	[
		'a table with a row too long',
		'return {"rows": len(pd.read_csv(input["path"]))}',
		table,
		{ 'given.csv': 'a\n1\n1,2,3\n' },
		undefined,
		'file',
	],
	[
		'what is no archive',
		'return {"names": zipfile.ZipFile(input["path"]).namelist()}',
		table,
		{ 'given.csv': 'x' },
		undefined,
		'file',
	],
	[
		'what is no workbook',
		'import openpyxl; return {"names": openpyxl.load_workbook(open(input["path"], "rb")).sheetnames}',
		table,
		{ 'given.csv': 'x' },
		undefined,
		'file',
	],
	[
		'what is not packed',
		'return {"text": gzip.open(input["path"]).read().decode()}',
		table,
		{ 'given.csv': 'x' },
		undefined,
		'file',
	],
	[
		'a broken file that no input names',
		'return json.load(open("a.json"))',
		{},
		{ 'a.json': '{' },
		undefined,
		undefined,
	],
	['a file that is not there', 'return {"text": open(input["path"]).read()}', table, {}, undefined, 'file'],
	['a file of its own that is not there', 'return {"text": open("own.txt").read()}', table, {}, undefined, undefined],
];
