import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { dayIn } from '../../../src/agent/budget/days.ts';
import { scopesOf } from '../../../src/agent/budget/scopes.ts';
import { action } from '../../../src/agent/commands/command.ts';
import type { Model } from '../../../src/agent/model/model.ts';
import { defineTool } from '../../../src/agent/tool.ts';
import type { Thread } from '../../../src/chat/thread.ts';
import { startModelServer } from '../../../src/demo/model-server/model-server.ts';
import { places } from '../../../src/platforms.ts';
import { brainAt } from '../../support/brain-at.ts';
import { ask, bo, cy, said } from '../../support/commands.ts';
import { createHandClock } from '../../support/jumping-clock.ts';
import { budgetsOn } from '../../support/paid-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { inbound, message, openWorkbench, type Workbench } from '../../support/workbench.ts';

const channel: Thread = { platform: 'slack', id: 'T1-C1-1.1' };

/** A tool that asks the Coder for two values at once, as the forge asks for more. */
const asksCoder = (coder: Model) =>
	defineTool({
		name: 'asks_coder',
		description: '',
		touches: 'nothing',
		args: z.strictObject({}),
		run: async (_args, { signal }) => {
			const request = { system: 'Code', prompt: 'Write', name: 'tool', schema: z.strictObject({ code: z.string() }) };
			await Promise.all([coder.ask(request, signal), coder.ask(request, signal)]);
			return { ok: true, text: 'made' };
		},
	});

/** How many calls were counted for each of those for whom a message counts. */
async function callsFor({ store }: Workbench, person = bo): Promise<Record<string, number>> {
	const budgets = budgetsOn(store);
	const scopes = scopesOf({ session: 'slack-T1-C1-1__1', thread: channel, person }, places);
	const all = await Promise.all(
		scopes.map(async (scope) => [scope.kind, (await budgets.spent(scope, 1)).days[0]?.calls ?? 0] as const),
	);
	return Object.fromEntries(all);
}

describe('a turn', () => {
	it('pays for its Brain, and for what its calls ask of other models, for whoever spoke last', async () => {
		await using dir = await tempDir();
		const code = { text: '{"code":"x"}' };
		const brain = [{ calls: [{ name: 'asks_coder', arguments: {} }] }, { text: 'done' }, { text: 'hello Cy' }];
		await using server = await startModelServer({ brain, coder: [code, code] });
		await using bench = openWorkbench({
			home: dir.path,
			brain: brainAt(server.url),
			moreTools: [asksCoder(brainAt(server.url, { model: 'coder' }))],
			budgets: (store) => budgetsOn(store),
		});
		await bench.say(said('go', { person: bo, thread: channel }));
		expect(await callsFor(bench)).toEqual({ session: 4, person: 4, channel: 4, place: 4 });
		await bench.say(said('and me?', { person: cy, thread: channel }));
		expect(await callsFor(bench, cy)).toEqual({ session: 5, person: 1, channel: 5, place: 5 });
	});

	it('ends where the budget does not reach for what a call asks, and the Brain is not asked again', async () => {
		await using dir = await tempDir();
		const brain = [{ calls: [{ name: 'asks_coder', arguments: {} }], usage: { input: 100_000, output: 1 } }];
		await using server = await startModelServer({ brain, coder: [] });
		await using bench = openWorkbench({
			home: dir.path,
			brain: brainAt(server.url),
			moreTools: [asksCoder(brainAt(server.url, { model: 'coder' }))],
			budgets: (store) => budgetsOn(store, { limits: { stops: { place: { tokens: 50_000 } } } }),
		});
		await bench.say(said('go', { person: bo, thread: channel }));
		expect(server.requests).toHaveLength(1);
		const end = bench.platform.events.findLast(({ type }) => type === 'turn-ended');
		expect(end).toMatchObject({ outcome: 'failed', reason: expect.stringContaining("The whole place's budget") });
	});

	it('of two threads at once does not pay for more than is left', async () => {
		await using dir = await tempDir();
		const gate = Promise.withResolvers<void>();
		const reply = { text: 'ok', after: gate.promise, usage: { input: 7_000, output: 1_000 } };
		await using server = await startModelServer({ brain: [reply, reply] });
		await using bench = openWorkbench({
			home: dir.path,
			brain: brainAt(server.url),
			budgets: (store) => budgetsOn(store, { limits: { stops: { place: { tokens: 9_000 } } } }),
		});
		for (const id of ['T1-C1-1.1', 'T1-C2-2.2'])
			await bench.dispatch.accept(said('go', { person: bo, thread: { platform: 'slack', id } }));
		gate.resolve();
		await bench.dispatch.settled();
		expect(server.requests).toHaveLength(1);
		const ends = bench.platform.events.flatMap((event) => (event.type === 'turn-ended' ? [event.outcome] : []));
		expect(ends.toSorted()).toEqual(['done', 'failed']);
	});
});

it('a command pays for what it asks of models, for whoever gives it', async () => {
	await using dir = await tempDir();
	await using server = await startModelServer({ coder: [{ text: '{"code":"x"}' }] });
	const coder = brainAt(server.url, { model: 'coder' });
	const request = { system: 'Code', prompt: 'Write', name: 'tool', schema: z.strictObject({ code: z.string() }) };
	const think = action({
		...{ name: 'think', help: 'Ask a model', arguments: [], right: 'member', when: 'in-order' },
		run: async () => (await coder.ask(request, new AbortController().signal)).value.code,
	});
	await using bench = openWorkbench({
		...{ home: dir.path, brain: coder, commands: [think], budgets: (store) => budgetsOn(store) },
	});
	expect(await ask(bench, '/think', { person: bo, thread: channel })).toBe('x');
	expect(await callsFor(bench)).toEqual({ session: 1, person: 1, channel: 1, place: 1 });
});

it('a bot on which nobody calls asks nothing of any model for a day', async () => {
	await using dir = await tempDir();
	await using server = await startModelServer({ brain: [{ text: 'ok' }, { text: 'ok' }] });
	const clock = createHandClock();
	await using bench = openWorkbench({
		home: dir.path,
		brain: brainAt(server.url),
		coder: brainAt(server.url),
		budgets: (store) => budgetsOn(store, { now: clock.now, limits: { warns: { tokens: 1 } } }),
		timing: { clock },
	});
	await bench.dispatch.recover();
	await bench.say(message('hello'));
	await bench.say(inbound('feedback', { turn: 't1', value: 'good' }));
	const before = server.requests.length;
	for (let hour = 0; hour < 24; hour += 1) await clock.advance(3_600_000);
	await bench.dispatch.settled();
	expect([before, server.requests.length]).toEqual([1, 1]);
});

describe('the day on which a call counts', () => {
	it('is that of the zone, over its changes of time', () => {
		const at = Date.UTC(2026, 2, 29, 0, 59);
		expect(dayIn('UTC', at)).toBe('2026-03-29');
		expect(dayIn('America/New_York', at)).toBe('2026-03-28');
		expect(dayIn('Pacific/Kiritimati', Date.UTC(2026, 11, 31, 10))).toBe('2027-01-01');
		const berlin = Array.from({ length: 50 }, (_, half) => dayIn('Europe/Berlin', at + half * 1_800_000));
		expect(new Set(berlin)).toEqual(new Set(['2026-03-29', '2026-03-30']));
	});
});
