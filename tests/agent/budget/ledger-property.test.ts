import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usedOf } from '../../../src/agent/budget/day-sums.ts';
import { createLedger } from '../../../src/agent/budget/ledger.ts';
import { noPrices } from '../../../src/agent/budget/prices.ts';
import type { Scope } from '../../../src/agent/budget/scopes.ts';
import type { Hold } from '../../../src/agent/model/cost/purse.ts';
import { memoryRecords } from '../../adapters/memory-records.ts';
import { leastOfPaid, promptOfPaid } from '../../support/paid-model.ts';

const scopeOf = (kind: Scope['kind'], name: string): Scope => ({ kind, owner: name, key: `${kind}/${name}` });
const place = scopeOf('place', 'p');
const sessions = ['a', 'b', 'c'].map((name) => scopeOf('session', name));
const all = [place, ...sessions];
const limits = { stops: { place: { tokens: 6_000 }, session: { tokens: 3_000 } }, warns: {} };
const limitOf = ({ kind }: Scope) => limits.stops[kind === 'place' ? 'place' : 'session'].tokens;
/** Of the least answer for which room is held. */
const leastOutput = leastOfPaid - promptOfPaid;

const steps = fc.array(
	fc.oneof(
		{
			weight: 5,
			arbitrary: fc.record({ do: fc.constant('hold' as const), session: fc.nat(2), prompt: fc.nat(1_500) }),
		},
		{
			weight: 5,
			arbitrary: fc.record({
				do: fc.constant('settle' as const),
				which: fc.nat(50),
				input: fc.nat(1_500),
				output: fc.nat(3_000),
			}),
		},
		{ weight: 1, arbitrary: fc.record({ do: fc.constant('refused' as const), which: fc.nat(50) }) },
		{ weight: 1, arbitrary: fc.record({ do: fc.constant('crash' as const) }) },
	),
	{ maxLength: 40 },
);

interface Call {
	readonly scopes: readonly Scope[];
	readonly prompt: number;
	hold: Hold | undefined;
	state: 'waits' | 'open' | 'over';
}

interface Spending {
	readonly input: number;
	readonly output: number;
}

/** A ledger, the calls that its process makes, and by how much they have exceeded the least that was held for each. */
function openWorld() {
	const records = memoryRecords();
	const open = () => createLedger({ records, limits, prices: async () => noPrices, zone: 'UTC', now: () => 0 });
	let ledger = open();
	let calls: Call[] = [];
	const exceeded = new Map<string, number>();
	return {
		async begin(session: number, prompt: number): Promise<void> {
			const call: Call = { scopes: [sessions[session] ?? place, place], prompt, hold: undefined, state: 'waits' };
			calls.push(call);
			const asked = { url: 'u', model: 'm', promptTokens: prompt, brings: 'words' } as const;
			void ledger.hold(call.scopes, asked, new AbortController().signal).then((hold) => {
				call.hold = 'settle' in hold ? hold : undefined;
				call.state = 'settle' in hold ? 'open' : 'over';
			});
		},
		async end(which: number, spent: Spending | undefined): Promise<void> {
			const running = calls.filter(({ state }) => state === 'open');
			const call = running[which % running.length];
			if (!call) return;
			call.state = 'over';
			const over = totalOf(spent) - call.prompt - leastOutput;
			for (const { key } of call.scopes) exceeded.set(key, (exceeded.get(key) ?? 0) + Math.max(0, over));
			await call.hold?.settle(spent && { counted: 'by-server', inputTokens: spent.input, outputTokens: spent.output });
		},
		crash(): void {
			ledger = open();
			calls = [];
		},
		async check(): Promise<void> {
			for (const scope of all) {
				const mine = calls.filter(({ state, scopes }) => state === 'open' && scopes.includes(scope));
				const heldAtLeast = mine.reduce((sum, { prompt }) => sum + prompt + leastOutput, 0);
				const used = usedOf(await ledger.read(scope), 'tokens');
				expect(used + heldAtLeast).toBeLessThanOrEqual(limitOf(scope) + (exceeded.get(scope.key) ?? 0));
			}
		},
		unfinished: () => calls.filter(({ state }) => state !== 'over'),
	};
}

function totalOf(spent: Spending | undefined): number {
	return spent ? spent.input + spent.output : 0;
}

type Step = typeof steps extends fc.Arbitrary<readonly (infer One)[]> ? One : never;

async function play(step: Step, world: ReturnType<typeof openWorld>): Promise<void> {
	if (step.do === 'hold') await world.begin(step.session, step.prompt);
	else if (step.do === 'crash') world.crash();
	else await world.end(step.which, step.do === 'settle' ? step : undefined);
}

describe('what is used and held', () => {
	it('is never above a limit by more than calls have exceeded what was held for them, over crashes too', async () => {
		const property = fc.asyncProperty(steps, async (story) => {
			const world = openWorld();
			for (const step of story) {
				await play(step, world);
				await turn();
				await world.check();
			}
			// Whoever waits goes on, once nobody holds anything any more.
			for (let rounds = story.length; rounds >= 0; rounds -= 1) {
				await world.end(0, { input: 0, output: 1 });
				await turn();
			}
			expect(world.unfinished()).toEqual([]);
			await world.check();
		});
		await fc.assert(property, { numRuns: 150 });
	});
});
