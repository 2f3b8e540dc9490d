import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { lockedPackages, requirementsOf } from '../../src/portable/requirements.ts';

const lock = `humanize==4.12.3 \\
    --hash=sha256:aa \\
    --hash=sha256:bb
lxml==6.0.0 ; python_version >= "3.9" \\
    --hash=sha256:cc
`;

describe('lockedPackages()', () => {
	it('reads names and versions, and no hashes', () => {
		expect(lockedPackages(lock)).toEqual(['humanize==4.12.3', 'lxml==6.0.0']);
		expect(lockedPackages('')).toEqual([]);
		expect(lockedPackages('# by hand\n-r other.txt\n')).toEqual([]);
	});
});

describe('requirementsOf()', () => {
	it.each([
		['import numpy as np', ['numpy>=2.5.5']],
		['from pandas import DataFrame', ['pandas>=3.1.1']],
		['def run(input):\n    import csv, numpy\n', ['numpy>=2.5.5']],
		['import mpl_toolkits.mplot3d', ['matplotlib>=3.11.2']],
		['from PIL import Image', ['pillow']],
		['import json\nimport numpyish', []],
		['# import numpy', []],
		['words = "from pandas"', []],
		['import pandas as pd\npd.read_excel("a.xlsx")', ['openpyxl>=3.1.5', 'pandas>=3.1.1']],
		['import pandas as pd\npd.Series([1]).plot()', ['matplotlib>=3.11.2', 'pandas>=3.1.1']],
		['def plot(): return excel', []],
	])('of %j are what the image gives it', (code, expected) => {
		expect(requirementsOf(code, [], undefined)).toEqual(expected);
	});

	it('takes the versions of the lock, and of what was declared what the lock has not', () => {
		expect(requirementsOf('import humanize', ['Humanize>=4', 'pandas'], lock)).toEqual([
			'humanize==4.12.3',
			'lxml==6.0.0',
			'pandas>=3.1.1',
		]);
	});

	it('names the versions that the image is built with', () => {
		const file = readFileSync(join(import.meta.dirname, '../../Containerfile'), 'utf8');
		const pinned = /ARG PYTHON_PACKAGES="([^"]+)"/.exec(file)?.[1]?.split(' ') ?? [];
		const code = pinned.map((one) => `import ${one.replace(/^python-|==.*/g, '')}`).join('\n');
		expect(pinned.length).toBeGreaterThan(0);
		expect(requirementsOf(code, [], undefined)).toEqual(pinned.map((one) => one.replace('==', '>=')).sort());
	});
});
