import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { scanTimes } from '../../../../src/sandbox/airlock/indexes/npm/scan-times.ts';

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
	const bytes = Buffer.from(text);
	for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const times = fc.dictionary(fc.string(), fc.string());

it('the times of a page are found whatever stands around them, and however it comes in pieces', () =>
	fc.assert(
		fc.asyncProperty(
			fc.jsonValue(),
			fc.jsonValue(),
			times,
			fc.integer({ min: 1, max: 40 }),
			async (one, other, time, size) => {
				const text = JSON.stringify({
					name: '"time": {',
					versions: { time: one, list: [{ time: other }] },
					time,
					readme: other,
				});
				expect(JSON.parse((await scanTimes(inPieces(text, size))) ?? '')).toEqual(JSON.parse(JSON.stringify(time)));
			},
		),
	));

it.each([
	'{}',
	'{"time": null}',
	'{"time": [1]}',
	'{"a": "time", "b": {"c": 1}}',
	'',
	'{"time": {"a": "b"',
	'"time": {}',
])('in %s there are none', async (text) => expect(await scanTimes(inPieces(text, 3))).toBeUndefined());
