import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPackages } from '../../../../src/agent/forge/bash-packages/read-packages.ts';

const textsOf = (given: unknown): readonly string[] => readPackages(given).requirements.map(({ text }) => text);

describe('readPackages', () => {
	it.each([
		['a list', { packages: ['humanize', 'lxml>=5'] }, ['humanize', 'lxml>=5']],
		['one text', { packages: 'humanize' }, ['humanize']],
		['names between spaces, commas and words', { packages: 'numpy, pandas and polars' }, ['numpy', 'pandas', 'polars']],
		['a text alone', 'numpy pandas', ['numpy', 'pandas']],
		['a list alone', ['polars'], ['polars']],
		['another field', { package: 'polars' }, ['polars']],
		['lines of a requirements file', { requirements: '# tables\npolars>=1\n\nlxml # fast\n' }, ['polars>=1', 'lxml']],
		['JSON as text', { packages: '["polars", "lxml"]' }, ['polars', 'lxml']],
		['names and versions', { packages: { polars: '>=1', lxml: '5.3' } }, ['polars>=1', 'lxml==5.3']],
		['a map alone', { polars: '*' }, ['polars']],
		['objects', { packages: [{ name: 'polars', version: '>=1,<2' }] }, ['polars>=1,<2']],
		['pip install', { packages: 'pip install polars' }, ['polars']],
		['a whole command', { packages: ['!python3 -m pip install --upgrade -q polars "lxml>=5"'] }, ['polars', 'lxml>=5']],
		['another installer', { command: 'conda install -c conda-forge polars' }, ['polars']],
		['uv', { packages: 'uv pip install polars' }, ['polars']],
		['spaces within', { packages: 'lxml >= 5, < 6 polars' }, ['lxml>=5,<6', 'polars']],
		['extras', { packages: 'pandas[excel, html]>=2 polars[numpy]' }, ['pandas[excel,html]>=2', 'polars[numpy]']],
		['a marker', { packages: ['polars>=1; python_version > "3"'] }, ['polars>=1']],
		['semicolons', { packages: 'polars; lxml' }, ['polars', 'lxml']],
		['one twice', { packages: ['polars', 'Polars'] }, ['polars']],
		['large letters and underscores', { packages: 'Text_Unidecode' }, ['text-unidecode']],
	])('reads %s', (_, given, expected) => {
		expect(textsOf(given)).toEqual(expected);
		expect(readPackages(given).faults).toEqual([]);
	});

	it.each([
		['PIL', 'pillow'],
		['cv2', 'opencv-python-headless'],
		['opencv-python>=4', 'opencv-python-headless>=4'],
		['sklearn', 'scikit-learn'],
		['sklearn.linear_model', 'scikit-learn'],
		['yaml', 'pyyaml'],
		['bs4', 'beautifulsoup4'],
		['docx', 'python-docx'],
		['matplotlib.pyplot', 'matplotlib'],
		['fitz', 'pymupdf'],
	])('takes the module %s for its distribution, and says so', (module, distribution) => {
		expect(textsOf({ packages: [module] })).toEqual([distribution]);
		const [taken] = readPackages({ packages: [module] }).taken;
		expect(taken).toContain(` as ${/^[\w-]+/.exec(distribution)?.[0]}`);
	});

	it('leaves a distribution with a dot in its name whole', () => {
		expect(textsOf('ruamel.yaml jaraco.text')).toEqual(['ruamel-yaml', 'jaraco-text']);
	});

	it("leaves out what is Python's own", () => {
		const read = readPackages({ packages: ['json', 'polars', 're'] });
		expect(read.requirements.map(({ name }) => name)).toEqual(['polars']);
		expect(read.taken).toEqual(['json, re as part of Python']);
	});

	it.each([
		['a program of the system', 'ffmpeg', 'no Python package'],
		['a program that is a module, too', 'git', 'no Python package'],
		["the system's installer", 'apt-get install -y poppler-utils', '"apt-get" is not here'],
		['an address', 'git+https://example.org/x.git', 'an address or a path'],
		['a file', './dist/x.whl', 'an address or a path'],
		['an odd version', 'polars=>1', 'is not a requirement'],
	])('says what is wrong with %s', (_, given, why) => {
		const { faults, requirements } = readPackages({ packages: given });
		expect(faults.join()).toContain(why);
		expect(requirements).toEqual([]);
	});

	it('takes a megabyte of anything at once, and at most 40 names', () => {
		for (const piece of ['a ', '[', ', ', '>=', 'pip install ', "'", '{"a":'])
			expect(readPackages({ packages: piece.repeat(1_000_000 / piece.length) }).faults).toHaveLength(1);
		const many = Array.from({ length: 41 }, (_, at) => `kit${at}`);
		expect(readPackages({ packages: many }).faults.join()).toContain('At most 40');
	});

	it('never rejects, and answers names that are read the same again', () => {
		fc.assert(
			fc.property(
				fc.oneof(fc.jsonValue(), fc.string(), fc.stringMatching(/^[a-z0-9[\],;<>= .'"-]{0,60}$/)),
				(given) => {
					const { requirements } = readPackages(given);
					const texts = requirements.map(({ text }) => text);
					expect(textsOf({ packages: texts })).toEqual(texts);
				},
			),
		);
	});
});
