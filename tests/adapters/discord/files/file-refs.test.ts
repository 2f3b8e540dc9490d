import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fileRefOf, placeOfFile } from '../../../../src/adapters/discord/files/file-refs.ts';
import { fileRefSchema } from '../../../../src/chat/inbound.ts';

const id = fc.bigInt({ min: 1n, max: 2n ** 63n }).map(String);
const attachment = fc.record({
	id,
	filename: fc.string(),
	size: fc.nat(),
	url: fc.webUrl({ withQueryParameters: true }),
});
const where = fc.option(fc.record({ channel: id, message: id }), { nil: undefined });

describe('a reference to a file', () => {
	it('fits the inbox, and leads back to where the file is', () => {
		fc.assert(
			fc.property(attachment, where, (file, place) => {
				const ref = fileRefSchema.parse(fileRefOf(file, place));
				expect(ref).toMatchObject({ name: file.filename, size: file.size });
				expect(placeOfFile(ref)).toEqual({ url: file.url, attachment: file.id, ...place });
			}),
		);
	});

	it('is none whatever else it holds', () => {
		fc.assert(
			fc.property(fc.string({ minLength: 1 }), (source) => {
				expect(placeOfFile({ name: 'a', source })).toBeUndefined();
			}),
		);
	});
});

describe('the name of a file', () => {
	it.each([
		['c953b519a8c28c42.csv', '8월 추천 여행지', '8월 추천 여행지.csv'],
		['c953b519a8c28c42.csv', 'Plan.CSV', 'Plan.CSV'],
		['a1b2.tar.gz', 'Sicherung Mai', 'Sicherung Mai.tar.gz'],
		['Makefile', 'Makefile für uns', 'Makefile für uns'],
		['a.csv', undefined, 'a.csv'],
		['a.csv', '  ', 'a.csv'],
	])('of %s with the title %s is %s', (filename, title, name) => {
		const file = { id: '1', filename, size: 1, url: 'https://x', ...(title !== undefined && { title }) };
		expect(fileRefOf(file).name).toBe(name);
	});
});
