import { afterAll, beforeAll, expect, test } from 'vitest';
import { openAcpDriver } from '../../../../../src/agent/coding/driver/acp/acp-driver.ts';
import { acpLimits } from '../../../../../src/agent/coding/driver/acp/acp-options.ts';
import type { Driver } from '../../../../../src/agent/coding/driver.ts';
import type { AgentUpdate } from '../../../../../src/agent/coding/update.ts';
import { type LogFields, silentLogger } from '../../../../../src/base/log.ts';
import { waitFor } from '../../../../support/wait-for.ts';
import {
	acpOptions,
	cardsOf,
	noSignal,
	noticesOf,
	scriptedDriver,
	scriptedProcess,
	textOf,
	told,
} from '../scripted-agent.ts';

/** One agent for all that leaves it alive. */
let driver: Driver;
beforeAll(async () => {
	driver = await scriptedDriver();
});
afterAll(() => driver[Symbol.asyncDispose]());

/** Each card as it was told last, and text in one piece: on a busy machine they are told before, and in pieces. */
function inTheEnd(updates: readonly AgentUpdate[]): readonly AgentUpdate[] {
	const isLast = (id: string, at: number) =>
		!updates.slice(at + 1).some((later) => later.kind === 'tool' && later.card.id === id);
	return updates
		.filter((update, at) => update.kind !== 'tool' || isLast(update.card.id, at))
		.reduce<readonly AgentUpdate[]>(withText, []);
}

function withText(before: readonly AgentUpdate[], update: AgentUpdate): readonly AgentUpdate[] {
	const last = before.at(-1);
	if (last?.kind !== 'text' || update.kind !== 'text') return [...before, update];
	return [...before.slice(0, -1), { ...last, text: last.text + update.text }];
}

test('a prompt tells thoughts, the plan, tools with their diffs and the text, and is done', async () => {
	const { end, updates } = await told(driver, 'normal');
	expect(end).toEqual({ kind: 'done' });
	expect(inTheEnd(updates)).toEqual([
		{ kind: 'thought', text: 'Let me see.' },
		{ kind: 'plan', entries: [{ text: 'Look', status: 'in_progress' }] },
		{
			kind: 'tool',
			card: {
				id: '1',
				title: 'pytest -q',
				toolKind: 'execute',
				status: 'done',
				results: { diffs: [], output: '2 passed' },
			},
		},
		{
			kind: 'tool',
			card: {
				id: '2',
				title: 'Edit a.py',
				toolKind: 'edit',
				status: 'done',
				results: {
					diffs: [{ path: 'src/a.py', before: 'a\nb\n', after: 'a\nc\nd\n', added: 2, removed: 1 }],
					output: '',
				},
			},
		},
		{ kind: 'usage', used: 10, size: 1000 },
		{ kind: 'text', text: 'Done: both pass.' },
	]);
});

test('a second prompt is run in the same session', async () => {
	await told(driver, 'normal');
	expect(textOf(await told(driver, 'normal'))).toBe('Done: both pass.');
});

test('updates that tell little, or nothing that is known, or of another session, change nothing else', async () => {
	const all = await told(driver, 'partial');
	expect(cardsOf(all)).toMatchObject([{ id: 'x', title: 'Now it has a title', toolKind: 'other', status: 'unknown' }]);
	expect(textOf(all)).toBe('still here');
});

test('noise, batches and answers to nothing are passed over', async () => {
	expect(textOf(await told(driver, 'noise'))).toBe('fine');
});

test('a line of 100 MB is left out and said so, and what follows is read', async () => {
	const all = await told(driver, 'long line');
	expect(textOf(all)).toBe('after it');
	expect(noticesOf(all)).toEqual(['A message of the agent was too long and was left out.']);
});

test('a flood is told in few updates, and tools beyond 500 are counted', async () => {
	const all = await told(driver, 'flood');
	expect(textOf(all)).toHaveLength(20_000);
	expect(cardsOf(all)).toHaveLength(500);
	expect(all.updates.findLast(({ kind }) => kind === 'more')).toEqual({ kind: 'more', tools: 1500 });
	expect(all.updates.length).toBeLessThan(2000);
});

test('long titles, outputs, diffs and texts are cut and made safe', async () => {
	const all = await told(driver, 'huge');
	expect(JSON.stringify(cardsOf(all)).length).toBeLessThan(3_000_000);
	expect(cardsOf(all).find(({ id }) => id === 'o')?.title).toMatch(/^\\u202et{194}$/);
	expect(textOf(all).length).toBeLessThanOrEqual(256 * 1024);
	expect(JSON.stringify(all.updates)).not.toMatch(/\\u001b|\u202e/);
	expect(noticesOf(all)).toContain('The agent said more than is shown here.');
});

test('requests for files, terminals and anything else are refused as unknown methods', async () => {
	expect(textOf(await told(driver, 'requests'))).toBe('-32601,-32601,-32601');
});

test('an error of the protocol is a prompt that failed, with what the agent says', async () => {
	const { end } = await told(driver, 'error end');
	expect(end).toEqual({ kind: 'failed', why: 'Scribe failed: Internal error: 402 The budget is used up' });
	expect((await told(driver, 'normal')).end).toEqual({ kind: 'done' });
});

test('an agent that reports success has failed where the gateway says so', async () => {
	await using driver = await scriptedDriver({ verdict: () => 'The budget of this run is used up.' });
	expect((await told(driver, 'error text')).end).toEqual({ kind: 'failed', why: 'The budget of this run is used up.' });
});

test('a turn that ends while its tools run says so', async () => {
	const all = await told(driver, 'tools left');
	expect(cardsOf(all).map(({ id, status }) => [id, status])).toEqual([
		['a', 'unknown'],
		['b', 'done'],
	]);
	expect(noticesOf(all)).toEqual(['The agent ended its turn while one of its tools was still running.']);
});

test('a refusal and an unknown reason are told in a sentence', async () => {
	expect((await told(driver, 'refusal')).end.kind).toBe('refused');
	expect((await told(driver, 'odd reason')).end).toEqual({
		kind: 'failed',
		why: 'Scribe stopped for a reason that is not known here: "tired\\x1b[31m".',
	});
});

test('an agent that ends under its prompt has failed with its last words, and takes no other prompt', async () => {
	await using driver = await scriptedDriver();
	const why = expect.stringMatching(
		/^Scribe ended \(exit code 101\)\. It last said: .*panicked at src\/main\.rs: no more$/,
	);
	expect((await told(driver, 'exit')).end).toEqual({ kind: 'failed', why });
	expect((await told(driver, 'normal')).end).toEqual({ kind: 'failed', why });
});

test('an agent that ends while nobody asks it anything is known to be gone', async () => {
	const process = scriptedProcess();
	await using driver = await openAcpDriver(process, acpOptions, noSignal);
	await told(driver, 'normal');
	expect(driver.broken?.()).toBeUndefined();
	process.stream.end();
	await waitFor(() => driver.broken?.() !== undefined, 'its end');
	expect(driver.broken?.()).toBe('Scribe has ended.');
	expect((await told(driver, 'normal')).end.kind).toBe('failed');
});

test('an agent that says nothing for too long has failed', async () => {
	await using driver = await scriptedDriver({ limits: { ...acpLimits, stallMs: 300 } });
	const { end } = await told(driver, 'hang');
	expect(end).toEqual({ kind: 'failed', why: 'Scribe has said nothing for 0 seconds and is taken to be stuck.' });
});

test('an agent that never ends its turn has failed when its time is over', async () => {
	await using driver = await scriptedDriver({ promptMs: 300 });
	const { end } = await told(driver, 'hang');
	expect(end).toEqual({ kind: 'failed', why: 'Scribe was not done within 0 seconds and was ended.' });
});

test('what an agent says after its turn is dropped', async () => {
	const process = scriptedProcess();
	const odd: unknown[] = [];
	const logger = { ...silentLogger, warn: (_: string, fields?: LogFields) => void odd.push(fields?.['oddity']) };
	await using driver = await openAcpDriver(process, { ...acpOptions, logger }, noSignal);
	const first = await told(driver, 'late updates');
	process.stream.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'go on' })}\n`);
	// It asks for something behind its words: when that is refused, they have been heard.
	await waitFor(() => odd.includes('request'), 'what comes after the turn');
	const next = await told(driver, 'refusal');
	expect([textOf(first), textOf(next)]).toEqual(['', '']);
});

test('a stop ends the turn, and the agent takes the next prompt', async () => {
	const stop = new AbortController();
	const updates: unknown[] = [];
	const prompt = told(driver, 'cancel', undefined, {
		signal: stop.signal,
		onUpdate: (update) => void updates.push(update),
	});
	await waitFor(() => updates.length > 0, 'the first update');
	stop.abort(new Error('stopped by Ada'));
	await expect(prompt).rejects.toThrow('stopped by Ada');
	expect((await told(driver, 'normal')).end).toEqual({ kind: 'done' });
});

test('an agent that does not stop in time is given up and takes no other prompt', async () => {
	await using driver = await scriptedDriver({ limits: { ...acpLimits, cancelMs: 100 } });
	const stop = new AbortController();
	const prompt = told(driver, 'hang', undefined, { signal: stop.signal });
	stop.abort(new Error('stopped'));
	await expect(prompt).rejects.toThrow('stopped');
	expect((await told(driver, 'normal')).end).toEqual({
		kind: 'failed',
		why: 'Scribe did not stop when it was told to.',
	});
});
