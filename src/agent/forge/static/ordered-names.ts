import { knownProviders, usualDistribution } from './distributions.ts';
import { isInImage } from './image-packages.ts';
import { parseRequirement } from './requirement.ts';

/** Modules of Python's own that models name as packages (https://docs.python.org/3.13/py-modindex.html). */
const ofPython: ReadonlySet<string> = new Set(
	`argparse ast asyncio base64 bisect calendar collections configparser contextlib copy csv ctypes dataclasses datetime decimal difflib email
enum fnmatch fractions functools glob gzip hashlib heapq hmac html http importlib inspect io itertools json locale logging lzma math mimetypes
multiprocessing numbers operator os pathlib pickle platform pprint queue random re secrets shutil signal socket sqlite3 statistics string struct
subprocess sys tarfile tempfile textwrap threading time timeit traceback typing types unicodedata unittest urllib uuid warnings wave xml zipfile
zlib zoneinfo`.split(/\s+/),
);

/** The distributions (normalized) that an order's packages stand for, where there is no doubt: a module's name is its usual distribution's, and what is here needs nothing. Pure. */
export function orderedNames(ordered: readonly string[]): readonly string[] {
	const names = ordered.flatMap((written) => {
		const read = parseRequirement(written);
		if (typeof read === 'string' || ofPython.has(read.name)) return [];
		const bare = /^[\w.-]+/.exec(written.trim())?.[0] ?? read.name;
		return knownProviders(bare)?.includes(read.name) ? [read.name] : [usualDistribution(bare)];
	});
	return [...new Set(names)].filter((name) => !isInImage(name));
}
