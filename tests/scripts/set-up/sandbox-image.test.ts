import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { formerImages, isOld } from '../../../scripts/set-up/sandbox-image.mjs';

const now = Date.UTC(2030, 0, 1);
const daysAgo = (days: number) => new Date(now - days * 86_400_000).toISOString();

describe('formerImages()', () => {
	it('are those that this checkout has used, from the time at which another took their place', () => {
		const record = { tag: 'second', former: [{ tag: 'first', since: daysAgo(91) }] };
		expect(formerImages(record, 'third', now)).toEqual([
			{ tag: 'first', since: daysAgo(91) },
			{ tag: 'second', since: daysAgo(0) },
		]);
	});

	it('are without the one in use, and name each once', () => {
		const former = [
			{ tag: 'first', since: daysAgo(400) },
			{ tag: 'second', since: daysAgo(400) },
		];
		expect(formerImages({ tag: 'second', former }, 'first', now)).toEqual([{ tag: 'second', since: daysAgo(0) }]);
	});

	it.each([undefined, 'x', { tag: 'used' }, { tag: 'used', former: 'x' }, { former: [{}, null] }])(
		'are none where the record is %j',
		(record) => {
			expect(formerImages(record, 'used', now)).toEqual([]);
		},
	);
});

describe('isOld()', () => {
	it('holds 90 days after another took its place', () => {
		expect([89, 91].map((days) => isOld({ since: daysAgo(days) }, now))).toEqual([false, true]);
		expect(isOld({ since: 'x' }, now)).toBe(false);
	});
});

it('the modes of what is copied into the sandbox are not those of whoever builds it', () => {
	const text = readFileSync(join(import.meta.dirname, '../../../Containerfile'), 'utf8');
	const stage = text.slice(text.indexOf(' AS ground'), text.indexOf(' AS packages'));
	const copies = stage.match(/^COPY (?!--from).*$/gm) ?? [];
	expect(copies).toHaveLength(3);
	for (const copy of copies) expect(copy).toMatch(/ --chmod=0(644|755) /);
});
