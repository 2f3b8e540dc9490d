import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readPage } from '../../../../../src/sandbox/airlock/package-index/pages/read-page.ts';

const page = new URL('https://index.example/simple/humanize/');
const sha256 = 'ab'.repeat(32);
const html = 'text/html; charset=UTF-8';
const json = 'application/vnd.pypi.simple.v1+json';

function jsonOf(...files: unknown[]): string {
	return JSON.stringify({ meta: { 'api-version': '1.1' }, files });
}

describe('a page in JSON', () => {
	const file = { filename: 'a-1-py3-none-any.whl', url: '../../a-1.whl', hashes: { sha256 } };

	test('tells of each file what the door needs', () => {
		const more = {
			'upload-time': '2024-01-02T03:04:05.678901Z',
			yanked: 'broken',
			'core-metadata': { sha256 },
			'requires-python': '>=3.9',
		};
		expect(readPage(jsonOf({ ...file, ...more }), json, page)).toEqual([
			{
				filename: file.filename,
				url: new URL('https://index.example/a-1.whl'),
				sha256,
				uploadedAt: Date.parse('2024-01-02T03:04:05.678Z'),
				yanked: true,
				requiresPython: '>=3.9',
				metadata: { kind: 'beside', sha256 },
			},
		]);
	});

	test('may call metadata by any of its names', () => {
		for (const name of ['core-metadata', 'dist-info-metadata', 'data-dist-info-metadata']) {
			expect(readPage(jsonOf({ ...file, [name]: true }), json, page)).toMatchObject([{ metadata: { kind: 'beside' } }]);
		}
		expect(readPage(jsonOf({ ...file, 'core-metadata': false }), json, page)).toMatchObject([
			{ metadata: { kind: 'none' } },
		]);
	});

	test('loses the files that are not as they should be, and no other', () => {
		const others = [
			null,
			7,
			{},
			{ ...file, filename: 1 },
			{ ...file, url: 'file:///etc/passwd' },
			{ ...file, hashes: 0 },
		];
		expect(readPage(jsonOf(...others, file), json, page)).toHaveLength(1);
	});

	test('that links to http from https loses that link', () => {
		expect(readPage(jsonOf({ ...file, url: 'http://files.example/a.whl' }), json, page)).toEqual([]);
	});

	test('has no hash where it is none, no date where it is none, and no version specifier that is none', () => {
		const odd = { hashes: { sha256: 'AB' }, 'upload-time': 'yesterday', 'requires-python': '"><script>' };
		expect(readPage(jsonOf({ ...file, ...odd }), json, page)).toMatchObject([
			{ sha256: undefined, uploadedAt: undefined, requiresPython: undefined },
		]);
	});

	test.each(['', '{', '[]', '{"files": {}}'])('that is %j is refused', (text) => {
		expect(() => readPage(text, json, page)).toThrow('JSON');
	});
});

describe('a page in HTML', () => {
	test('tells the same, but for the date', () => {
		const text = `<a class=x data-requires-python="&gt;=3.9,&#60;4" HREF='/f/a%2Bb-1-py3-none-any.whl?t=1&amp;u=2#sha256=${sha256}'
			data-yanked data-dist-info-metadata="sha256=${sha256}">x</a>`;
		expect(readPage(text, html, page)).toEqual([
			{
				filename: 'a+b-1-py3-none-any.whl',
				url: new URL('https://index.example/f/a%2Bb-1-py3-none-any.whl?t=1&u=2'),
				sha256,
				uploadedAt: undefined,
				yanked: true,
				requiresPython: '>=3.9,<4',
				metadata: { kind: 'beside', sha256 },
			},
		]);
	});

	test('finds the hash among other things in the fragment, and nowhere else', () => {
		const hashOf = (href: string) => readPage(`<a href="/f/a.whl${href}">x</a>`, html, page)[0]?.sha256;
		expect(hashOf(`#egg=a&amp;SHA256=${sha256}`)).toBe(sha256);
		expect(hashOf(`?sha256=${sha256}`)).toBeUndefined();
		expect(hashOf(`#xsha256=${sha256}`)).toBeUndefined();
	});

	test('is read at once, however long its links are', () => {
		expect(readPage(`<a href="${'#&'.repeat(1_000_000)}">x</a>`, html, page)).toHaveLength(1);
	});

	test('has no links in comments', () => {
		expect(readPage('<!-- <a href="/f/a-1-py3-none-any.whl">x</a>', html, page)).toEqual([]);
	});

	test('is read whatever it is', () => {
		const bits = ['<a ', 'href=', '"', "'", '>', '<', '/a', '&#x;', '&#99999999;', '<!--', '-->', 'x', '=', ' '];
		fc.assert(
			fc.property(fc.array(fc.constantFrom(...bits)), (parts) => {
				expect(readPage(parts.join(''), html, page)).toBeInstanceOf(Array);
			}),
		);
	});
});

test('an answer that is neither is refused', () => {
	expect(() => readPage('x', 'text/plain', page)).toThrow('neither JSON nor HTML');
});
