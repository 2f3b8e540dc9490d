import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryFile, readMemoryFile } from '../../../src/agent/memory/front-matter.ts';
import { cleanText, digestOf, type Memory } from '../../../src/agent/memory/memory.ts';
import { oneLine } from '../../../src/agent/session/said-lines.ts';

const at = '2026-11-28T10:00:00.000Z';
const changed = '2026-11-29T10:00:00.000Z';

/** Lines as front matters have them, among whatever there may be. */
const hostile = fc
	.array(
		fc.oneof(
			fc.constantFrom('---', 'at: 2026-11-28T10:00:00.000Z', 'person: slack:T1/U9', 'supersedes: m-1', ':', '\r'),
			fc.string({ unit: 'binary', maxLength: 40 }),
		),
		{ maxLength: 12 },
	)
	.map((lines) => lines.join('\n'));

describe('the file of a memory', () => {
	it('says of any text, name and origin what was put in, and nothing that a text makes up', () => {
		fc.assert(
			fc.property(hostile, hostile, hostile, (given, name, about) => {
				const text = cleanText(`x${given}`);
				const memory: Memory = {
					id: 'm-1',
					at,
					from: `A${name}`,
					person: 'slack:T1/U1',
					about: `b${about}`,
					text,
					supersedes: [],
				};
				const { memory: read, problem } = readMemoryFile('m-1', memoryFile(memory), changed);
				expect(problem).toBeUndefined();
				expect(read).toMatchObject({ text, at, person: 'slack:T1/U1', supersedes: [] });
				expect(read.from).toBe(oneLine(oneLine(memory.from).slice(0, 200)));
				expect([read.session, read.turn]).toEqual([undefined, undefined]);
			}),
		);
	});

	it('is read whatever stands in it, in a time that grows with it alone', () => {
		fc.assert(
			fc.property(hostile, (file) => {
				const { memory } = readMemoryFile('m', file, changed);
				expect(Number.isNaN(Date.parse(memory.at))).toBe(false);
			}),
		);
		for (const unit of ['---\n', 'a: b\n', '\n---', '- ', ':\n', 'supersedes: a\n'])
			expect(readMemoryFile('m', unit.repeat(1_000_000 / unit.length), changed).memory.id).toBe('m');
	});

	it.each([
		['Plain words', undefined, 'Plain words', changed],
		['---\nat: yesterday\n---\nWords', '"at" is no time', 'Words', changed],
		['---\nfrom: Ada\n---\nWords', 'its front matter has no time ("at")', 'Words', changed],
		['---\nat: 2026-01-01\nWords', 'its front matter has no end ("---")', 'at: 2026-01-01\nWords', changed],
		['\uFEFF---\r\nAt: 2026-01-01\r\n---\r\nWords\r\n', undefined, 'Words', '2026-01-01T00:00:00.000Z'],
		['---\nat: 2026-01-01\nat: 2027-01-01\n---\nWords', undefined, 'Words', '2026-01-01T00:00:00.000Z'],
	])('that was written by hand as %j is named where it is damaged: %j', (file, problem, text, time) => {
		const read = readMemoryFile('m', file, changed);
		expect(read.problem).toBe(problem);
		expect(read.memory).toMatchObject({ text, at: time });
	});
});

describe('two texts', () => {
	it.each([
		['The office is in Berlin.', 'the  office is in\nBERLIN'],
		['“Ship on Friday!”', 'Ship on Friday'],
	])('%j and %j are one memory', (one, other) => {
		expect(digestOf(one)).toBe(digestOf(other));
	});

	it.each([
		['Budget is 1.5 million', 'Budget is 15 million'],
		['x > 3', 'x < 3'],
		['It is due on the 5th', 'It is not due on the 5th'],
		['temperature is -5', 'temperature is 5'],
	])('%j and %j are two', (one, other) => {
		expect(digestOf(one)).not.toBe(digestOf(other));
	});
});

it('characters that turn or hide what is shown are no part of a memory', () => {
	expect(cleanText('a\u202Eb\u2066c\u0000d\r\ne\tf\u2028g')).toBe('a b c d\ne\tf g');
});
