import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTreeReader, fileModes, readTree, type TreeEvent } from '../../../src/git/tree/read-tree.ts';
import { type Given, never, treeOf } from './mirror-of.ts';

/** What the events say, with each file's bytes as one. */
function whole(events: readonly TreeEvent[]): readonly unknown[] {
	const files: unknown[] = [];
	let bytes: Uint8Array[] = [];
	const close = () => {
		const last = files.at(-1);
		if (last) files[files.length - 1] = { ...last, bytes: Buffer.concat(bytes).toString('hex') };
		bytes = [];
	};
	for (const event of events)
		if (event.kind === 'bytes') bytes.push(event.bytes);
		else {
			close();
			files.push(event);
		}
	return files;
}

function readAll(chunks: readonly Uint8Array[]): readonly TreeEvent[] {
	const reader = createTreeReader();
	const events = chunks.flatMap((chunk) => [...reader.push(chunk)]);
	reader.end();
	return events;
}

function whyNot(chunks: readonly Uint8Array[]): string {
	try {
		readAll(chunks);
	} catch (error) {
		return error instanceof Error ? `${error.name}: ${error.message}` : '';
	}
	return '';
}

const given: fc.Arbitrary<readonly [string, Given]> = fc.tuple(
	fc.string({ unit: 'grapheme', maxLength: 12 }),
	fc.record({ bytes: fc.uint8Array({ maxLength: 40 }), mode: fc.constantFrom(...fileModes) }),
);
const cuts = fc.array(fc.nat(2_000), { maxLength: 20 });

function cutAt(bytes: Buffer, at: readonly number[]): readonly Buffer[] {
	const places = [0, ...at.map((one) => one % (bytes.length + 1)).sort((one, other) => one - other), bytes.length];
	return places.slice(1).map((end, index) => bytes.subarray(places[index], end));
}

describe('A tree', () => {
	it('is read alike in whichever pieces it comes, down to single bytes', () => {
		fc.assert(
			fc.property(fc.array(given, { maxLength: 5 }), cuts, (files, at) => {
				const bytes = treeOf(files, { ignored: ['x'] });
				const once = whole(readAll([bytes]));
				expect(once).toHaveLength(files.length + 1);
				expect(whole(readAll(cutAt(bytes, at)))).toEqual(once);
				expect(whole(readAll([...bytes].map((byte) => Buffer.of(byte))))).toEqual(once);
			}),
			{ numRuns: 200 },
		);
	});

	it('that is cut anywhere is none', () => {
		const bytes = treeOf({ 'a.txt': 'hello', b: '' });
		for (let end = 0; end < bytes.length; end += 1)
			expect(whyNot([bytes.subarray(0, end)])).toBe('TreeRefusedError: it broke off before its end');
	});

	it.each([
		['more behind its end', `${treeOf({ a: 'b' })}x`, 'there is more after its end'],
		['two ends', `${treeOf({})}${treeOf({})}`, 'there is more after its end'],
		['a megabyte without a line’s end', 'x'.repeat(1_000_000), notUnderstood()],
		['a megabyte of a path', treeOf({ ['p'.repeat(1_000_000)]: '' }).toString(), notUnderstood()],
		['no JSON', 'hello\n', notUnderstood()],
		['a NUL', '\0\n', notUnderstood()],
		['an empty line', '\n', notUnderstood()],
		['a list', '[]\n', notUnderstood()],
		['a negative size', '{"path":"a","mode":"100644","size":-1}\n', notUnderstood()],
		['a broken size', '{"path":"a","mode":"100644","size":1.5}\n', notUnderstood()],
		['a size that no number holds', '{"path":"a","mode":"100644","size":1e300}\n', notUnderstood()],
		['a submodule', '{"path":"a","mode":"160000","size":40}\n', notUnderstood()],
		['a folder', '{"path":"a","mode":"040000","size":0}\n', notUnderstood()],
		['a path that is a number', '{"path":7,"mode":"100644","size":0}\n', notUnderstood()],
		['too many ignored names', treeOf({}, { ignored: Array(101).fill('x') }).toString(), notUnderstood()],
		['a size below its bytes', '{"path":"a","mode":"100644","size":1}\nab{"end":true}\n', notUnderstood()],
		['words of its own', '{"problem":"no \\u202espace\\nleft"}\n', 'no \\u202espace\\nleft'],
	])('with %s is refused in one sentence', (_what, text, why) => {
		for (const bytes of [Buffer.from(text), ...cutAt(Buffer.from(text), [1, 3, 70_000])])
			expect(whyNot([bytes])).toMatch(/^TreeRefusedError: [^\n]{1,400}$/);
		expect(whyNot([Buffer.from(text)])).toBe(`TreeRefusedError: ${why}`);
		expect(whyNot(cutAt(Buffer.from(text), [1, 2, 5, 9]))).toBe(`TreeRefusedError: ${why}`);
	});

	it('whose lines are no UTF-8 is refused', () => {
		const bytes = Buffer.concat([
			Buffer.from('{"path":"'),
			Buffer.of(0xff),
			Buffer.from('","mode":"100644","size":0}\n'),
		]);
		expect(whyNot([bytes])).toBe(`TreeRefusedError: ${notUnderstood()}`);
	});

	it('tells names that were left out harmlessly and no longer than 300 characters', () => {
		const [end] = readAll([treeOf({}, { ignored: ['a\u001b[31m'], left: [{ path: 'x'.repeat(900), why: '\n' }] })]);
		expect(end).toEqual({
			kind: 'end',
			ignored: ['a\\x1b[31m'],
			ignoredMore: 0,
			left: [{ path: 'x'.repeat(300), why: '\\n' }],
			leftMore: 0,
		});
	});

	it('holds no file: a terabyte is announced and goes through', () => {
		const reader = createTreeReader();
		reader.push(Buffer.from('{"path":"a","mode":"100644","size":1000000000000}\n'));
		const chunk = Buffer.alloc(1_000_000);
		for (let count = 0; count < 1_000; count += 1) expect(reader.push(chunk)).toHaveLength(1);
		expect(() => reader.end()).toThrow('it broke off before its end');
	});

	it('whose stream fails has broken off', async () => {
		const failing = async function* () {
			yield treeOf({ a: 'b' }).subarray(0, 10);
			throw new Error('The sandbox died');
		};
		const read = async () => {
			for await (const _event of readTree(failing(), never));
		};
		await expect(read()).rejects.toThrow('it broke off before its end');
	});
});

function notUnderstood(): string {
	return 'it came in a form that is not understood';
}
