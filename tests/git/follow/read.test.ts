import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parsePointer } from '../../../src/git/follow/lfs/pointers.ts';
import { modulesIn } from '../../../src/git/follow/read-modules.ts';
import { pointerTo } from '../../support/git-server/lfs-stand-in.ts';

const sha256 = 'ab'.repeat(32);
const rows = (...all: readonly (readonly [string, string])[]) =>
	all.map(([key, value]) => `submodule.${key}\n${value}\0`).join('');

describe('What .gitmodules says', () => {
	it('is read by path, whatever the name is', () => {
		const said = modulesIn(
			rows(['lib.path', 'lib'], ['lib.url', '../lib'], ['a.b\nc.path', 'x/y'], ['a.b\nc.url', 'u\nv']),
		);
		expect(said).toEqual(
			new Map([
				['lib', { kind: 'url', url: '../lib' }],
				['x/y', { kind: 'url', url: 'u\nv' }],
			]),
		);
	});

	it.each([
		[
			[
				['a.path', 'lib'],
				['a.url', 'u'],
				['b.path', 'lib'],
				['b.url', 'u'],
			],
			'more than one thing',
		],
		[
			[
				['a.path', 'lib'],
				['a.url', 'u'],
				['a.url', 'v'],
			],
			'more than one thing',
		],
		[
			[
				['a.path', 'lib'],
				['a.path', 'other'],
				['a.url', 'u'],
			],
			'more than one thing',
		],
		[[['a.path', 'lib']], 'from where'],
	] as const)('is believed in no way where it is said twice, or not: %j', (all, why) => {
		expect(modulesIn(rows(...all)).get('lib')).toMatchObject({ kind: 'refused', why: expect.stringContaining(why) });
	});

	it('is nothing where it is something else', () => {
		fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void modulesIn(text)));
		expect(modulesIn('submodule.lib.path\0core.sshcommand\nid\0').size).toBe(0);
	});
});

describe('A pointer', () => {
	it('names a file by its hash and size', () => {
		expect(parsePointer(Buffer.from(pointerTo(sha256, 12)))).toEqual({ sha256, size: 12 });
		expect(parsePointer(Buffer.from(pointerTo(sha256, '1000000000000000000')))?.size).toBe(1e18);
	});

	test.each([
		pointerTo(sha256.toUpperCase(), 1),
		pointerTo('ab', 1),
		pointerTo(sha256, '-1'),
		pointerTo(sha256, '1e3'),
		pointerTo(sha256, '9'.repeat(21)),
		`${pointerTo(sha256, 1)}more\n`,
		pointerTo(sha256, 1).slice(0, -1),
		pointerTo(sha256, 1).replaceAll('\n', '\r\n'),
		pointerTo(sha256, 1).replace('spec/v1', 'spec/v2'),
		pointerTo(sha256, 1).replace('oid', `ext-0-x sha256:${sha256}\noid`),
		pointerTo(sha256, 1) + '\n'.repeat(2_000),
	])('is not %j', (text) => {
		expect(parsePointer(Buffer.from(text))).toBeUndefined();
	});
});
