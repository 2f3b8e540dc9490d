import { setImmediate as tick } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Model, ModelReply } from '../../../src/agent/model/model.ts';
import type { Inbound } from '../../../src/chat/inbound.ts';
import type { Step } from '../../../src/store/journal.ts';
import { command } from '../../support/commands.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { inbound, message, openWorkbench, sessionId, type Workbench } from '../../support/workbench.ts';

type Act = 'answers' | 'hangs' | 'steers' | 'stop' | '/stop' | '/new' | '/clear';

/** What is done, and how many rounds of the event loop pass after it. */
const acts = fc.array(
	fc.record({
		act: fc.constantFrom<Act>(
			'answers',
			'answers',
			'hangs',
			'hangs',
			'steers',
			'stop',
			'stop',
			'/stop',
			'/new',
			'/clear',
		),
		pause: fc.constantFrom(0, 0, 0, 1, 3, 10, 40),
	}),
	{ minLength: 2, maxLength: 10 },
);

/** Answers at once, or hangs where the newest words say so. */
const brain: Model = {
	name: 'by words',
	async *reply({ messages }, signal): AsyncGenerator<never, ModelReply> {
		const newest = messages.findLast((one) => one.role === 'user');
		if (newest?.text.startsWith('hangs')) await fired(signal);
		return { text: 'done', reasoning: '', calls: [], cut: false };
	},
	ask: () => Promise.reject(new Error('Not asked here')),
};

function fired(signal: AbortSignal): Promise<never> {
	const { promise, reject } = Promise.withResolvers<never>();
	if (signal.aborted) reject(signal.reason);
	signal.addEventListener('abort', () => reject(signal.reason), { once: true });
	return promise;
}

function inboundOf(act: Act, number: number): Inbound {
	if (act === 'stop') return inbound('stop', {});
	if (act.startsWith('/')) return command(act);
	return { ...message(`${act} ${number}`), ...(act === 'steers' && { steers: true as const }) };
}

const isStop = (one: Inbound) => one.type === 'stop' || (one.type === 'command' && one.name === 'stop');
const isNew = (one: Inbound) => one.type === 'command' && one.name === 'new';

/** All that the journals of the sessions hold, by session. */
async function journals(bench: Workbench): Promise<ReadonlyMap<string, readonly Step[]>> {
	const ids = await bench.sessions.list();
	return new Map(
		await Promise.all(
			ids.map(async (id) => {
				const { journal } = await bench.sessions.open(id);
				return [id, (await journal.after(0)).map((entry) => entry.step)] as const;
			}),
		),
	);
}

type Ended = Extract<Step, { type: 'ended' }>;

it('a stop holds for all that was said before it, for nothing after it, and is answered once, whatever comes when', async () => {
	const property = fc.asyncProperty(acts, async (given) => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain });
		// Whatever hangs at the end is stopped, so that all of it comes to an end.
		const said = [...given, { act: 'stop' as const, pause: 0 }].map(({ act, pause }, number) => ({
			one: inboundOf(act, number),
			pause,
		}));
		const accepted: Promise<unknown>[] = [];
		for (const { one, pause } of said) {
			accepted.push(bench.dispatch.accept(one));
			for (let round = 0; round < pause; round += 1) await tick();
		}
		await Promise.all(accepted);
		await waitFor(async () => (await bench.store.inbox.sessions()).length === 0, 'the end of all');
		await bench.dispatch.settled();
		await expectStopped(
			said.map(({ one }) => one),
			bench,
		);
	});
	await fc.assert(property, { numRuns: 40 });
}, 120_000);

interface Result {
	readonly said: readonly Inbound[];
	readonly steps: ReadonlyMap<string, readonly Step[]>;
	readonly bench: Workbench;
}

const endsIn = ({ steps }: Result) => [...steps.values()].flat().filter((step) => step.type === 'ended');

async function expectStopped(said: readonly Inbound[], bench: Workbench): Promise<void> {
	const result = { said, bench, steps: await journals(bench) };
	for (const [place, one] of said.entries()) {
		if (isStop(one)) expectAnsweredOnce(one, place, result);
		if (one.type === 'message') expectEnded(one, place, result);
	}
}

function expectEnded(one: Extract<Inbound, { type: 'message' }>, place: number, result: Result): void {
	const { said, steps, bench } = result;
	const taken = takenIn(one.key, steps);
	const isEnd = ({ turn, takenBack = [] }: Ended) =>
		turn === taken?.turn || takenBack.some(({ key }) => key === one.key);
	const end = endsIn(result).find(isEnd);
	const isNamed = (stop: Inbound) => isStop(stop) && textTo(stop, bench)?.includes(`“${one.text}”`);
	// Nothing that was said after a stop is touched by it.
	if (end?.by !== undefined) expect(said.findIndex(({ key }) => key === end.by)).toBeGreaterThan(place);
	expect(said.slice(0, place).filter(isNamed)).toEqual([]);
	// All that was said has ended, or was named as taken back by a stop after it.
	expect(end !== undefined || said.some(isNamed)).toBe(true);
	expect(end?.outcome.outcome).not.toBe('failed');
	// What begins a turn belongs to the session that the last /new before it has made.
	const news = said.slice(0, place).filter(isNew).length;
	if (taken && !one.steers) expect(taken.session).toBe(news === 0 ? sessionId : `${sessionId}.${news + 1}`);
}

function takenIn(key: string, steps: ReadonlyMap<string, readonly Step[]>) {
	for (const [session, own] of steps)
		for (const step of own) if (step.type === 'taken' && step.keys.includes(key)) return { session, turn: step.turn };
	return undefined;
}

function textTo({ key }: Inbound, bench: Workbench): string | undefined {
	const notice = bench.platform.events.find((event) => event.type === 'notice' && event.key === `in-${key}/1/notice`);
	return notice?.type === 'notice' ? notice.text : undefined;
}

/** By a turn's end, else in words; a command always in words. */
function expectAnsweredOnce(stop: Inbound, place: number, result: Result): void {
	const { events } = result.bench.platform;
	const words = events.filter((event) => event.type === 'notice' && event.key === `in-${stop.key}/1/notice`).length;
	const turns = endsIn(result).filter(({ by }) => by === stop.key).length;
	expect({ place, words, turns }).toEqual({ place, words: stop.type === 'command' || turns === 0 ? 1 : 0, turns });
	expect(turns).toBeLessThan(2);
}
