import { describe, expect, it } from 'vitest';
import { applyEntry, emptyHistory } from '../../../../src/agent/session/history.ts';
import { stubOf } from '../../../../src/agent/session/past/stubs.ts';
import { type Step, stepSchema } from '../../../../src/store/journal.ts';
import { call, entriesOf, questionOn } from '../../../support/journal-entries.ts';

const secret = 'ultramarine';
const thread = { platform: 'terminal', id: 'bench' };
const person = { id: `local/${secret}`, name: secret };
const file = { name: secret, size: 1, sha256: 'a'.repeat(64) };

/** Each kind of step, with something to be erased wherever it can hold words. */
const all: readonly Step[] = [
	{
		...{ turn: 't', type: 'taken', keys: ['k'], thread },
		message: { role: 'user', text: secret, person, pictures: [{ name: secret, path: secret }] },
		...{ placed: [{ name: secret, size: 1 }], refused: [{ name: secret, reason: secret }] },
	},
	{
		...{ turn: 't', type: 'model' },
		message: {
			role: 'assistant',
			text: secret,
			reasoning: secret,
			calls: [{ ...call('c', secret), arguments: `{"a":"${secret}"}` }],
		},
	},
	{ turn: 't', type: 'tool-started', callId: 'c', tool: secret, title: secret },
	{
		turn: 't',
		type: 'parked',
		question: { ...questionOn('t', 'c'), text: secret, askedFor: person, file: { name: secret, text: secret } },
	},
	{ turn: 't', type: 'answered', callId: 'c', question: 'q', value: secret, person },
	{
		turn: 't',
		type: 'tool-finished',
		callId: 'c',
		ok: true,
		text: secret,
		ms: 1,
		pictures: [{ name: secret, path: secret }],
	},
	{ turn: 't', type: 'collected', artifacts: [file], refused: [{ name: secret, reason: secret }] },
	{ turn: 't', type: 'undelivered', files: [{ ...file, until: 'later', reason: secret }] },
	{ type: 'restored', messages: [{ role: 'user', text: secret, person }] },
	{ turn: 't', type: 'notice', text: secret },
	{ turn: 't', type: 'resumed' },
	{ turn: 't', type: 'left', process: 'p' },
	{
		turn: 't',
		type: 'ended',
		outcome: { outcome: 'failed', reason: secret },
		takenBack: [{ key: 'k2', text: secret }],
	},
	{ turn: 't', type: 'ended', outcome: { outcome: 'stopped', stopped: [secret] } },
	{ turn: 't', type: 'shown' },
	{ type: 'cleared', backup: secret },
	{
		...{ turn: 't', type: 'compacted', by: 'summarized', covers: { from: 0, to: 2 }, backup: 'copy.json' },
		result: [
			{ role: 'user', text: secret },
			{ from: 1, to: 2 },
		],
		tokens: { before: 2, after: 1 },
	},
	{ turn: 't', type: 'not-compacted', tokens: 2, text: secret },
	{
		type: 'compaction-undone',
		covers: { from: 0, to: 1 },
		messages: [{ role: 'user', text: secret, person }],
		tokens: 2,
	},
	{ turn: 't', type: 'window', told: 'filling', text: secret },
];

describe('the stub of a step', () => {
	it('is made of every kind there is', () => {
		expect(new Set(all.map(({ type }) => type)).size).toBe(stepSchema.options.length);
	});

	it.each(all)('holds no word of it: $type', (step) => {
		const newer: Step = { ...step, ...{ byNewerVersion: secret } };
		const stub = stubOf(newer);
		expect(stub.type).toBe(step.type);
		expect(stepSchema.parse(stub)).toEqual(stub);
		expect(JSON.stringify(stub)).not.toContain(secret);
		expect(stubOf(stub)).toEqual(stub);
	});

	it('keeps the grammar: each call has its result, and the question its call', () => {
		const steps = all.slice(0, 6);
		const history = entriesOf(steps.map(stubOf)).reduce(applyEntry, emptyHistory);
		const ids = history.messages.flatMap((one) => (one.role === 'assistant' ? one.calls.map(({ id }) => id) : []));
		expect(history.messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool']);
		expect(ids).toEqual(['c']);
	});
});
