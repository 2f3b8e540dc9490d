import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
	normalName,
	readWheelName,
	requiredName,
	requiredNames,
} from '../../../../src/sandbox/airlock/package-index/package-names.ts';

const letters = 'abcXYZ019';
const name = fc
	.tuple(
		fc.stringMatching(/^[a-zA-Z0-9]{1,8}$/),
		fc.array(fc.tuple(fc.constantFrom('-', '_', '.', '--', '_.'), fc.stringMatching(/^[a-zA-Z0-9]{1,8}$/)), {
			maxLength: 4,
		}),
	)
	.map(([first, more]) => first + more.map(([mark, part]) => mark + part).join(''));
const version = fc
	.tuple(fc.nat(99), fc.nat(99), fc.constantFrom('', 'rc1', '.post2', '.dev3', '+cu118', '+local_1'))
	.map(([major, minor, end]) => `${major}.${minor}${end}`);
const tag = fc.constantFrom(
	'py3-none-any',
	'cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64',
	'cp39-abi3-win32',
);
const extras = fc.constantFrom('', '[socks]', ' [a,b]');
const condition = fc.constantFrom(
	'',
	'>=1.0',
	' (>=1.0,<2)',
	'; extra == "x"',
	' ; python_version<"3"',
	' @ https://a/b.whl',
);

describe('names of packages', () => {
	test('are spelt one way, however often they are spelt again', () => {
		expect(normalName('Foo__Bar.-Baz')).toBe('foo-bar-baz');
		fc.assert(fc.property(name, (text) => normalName(normalName(text)) === normalName(text)));
	});

	test('stand at the beginning of every requirement, before extras, versions, links and markers', () => {
		fc.assert(
			fc.property(name, extras, condition, (given, some, then) => {
				expect(requiredName(` ${given}${some}${then}`)).toBe(normalName(given));
			}),
		);
	});

	test('are read from Requires-Dist in the header alone', () => {
		const metadata = [
			'Metadata-Version: 2.1\r',
			'Requires-Dist: Foo.Bar[x]>=1; extra == "y"\r',
			'requires-dist: foo-bar\r',
			'Provides-Extra: y\r',
			'Requires-Dist:baz\r',
			'\r',
			'Requires-Dist: not-me\r',
		];
		expect(requiredNames(metadata.join('\n'))).toEqual(['foo-bar', 'baz']);
	});

	test('are looked for no further than a name is long: what a package says of itself may be as long as it likes', () => {
		const long = `a${'.'.repeat(1_000_000)}b`;
		expect(requiredNames(`Requires-Dist: ${long}\nRequires-Dist: foo\n`)).toEqual(['foo']);
	});

	test.each(['', '!', '-foo', '@ https://a/b', `${letters.repeat(30)}`, `a${'.'.repeat(250)}b`])(
		'are not found in %j',
		(text) => {
			expect(requiredName(text)).toBeUndefined();
		},
	);
});

describe('filenames of wheels', () => {
	test('tell name and version, with a build tag or without', () => {
		fc.assert(
			fc.property(name, version, fc.constantFrom('', '-1', '-2_x'), tag, (given, at, build, tags) => {
				const stem = given.replaceAll(/[-_.]+/g, '_');
				const read = readWheelName(`${stem}-${at}${build}-${tags}.whl`);
				expect(read).toEqual({ name: normalName(given), version: at });
			}),
		);
	});

	test.each([
		'humanize-4.9.tar.gz',
		'humanize-4.9-py3.9.egg',
		'humanize-py3-none-any.whl',
		'../humanize-4.9-py3-none-any.whl',
		'humanize-4.9-py3-none-any.whl/x',
		'humanize-4.9-py3-none-any.whl.metadata',
		'humanize-4.9 -py3-none-any.whl',
		'hu"manize-4.9-py3-none-any.whl',
		`humanize-${'4'.repeat(300)}-py3-none-any.whl`,
	])('are not %s', (filename) => {
		expect(readWheelName(filename)).toBeUndefined();
	});

	test('never hold what means something in a page, a path or a log', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
				const filename = `a${text}-1-py3-none-any.whl`;
				expect(readWheelName(filename) === undefined || /^[\w.!+-]+$/.test(filename)).toBe(true);
			}),
		);
	});
});
