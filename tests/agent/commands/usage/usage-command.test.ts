import { describe, expect, it } from 'vitest';
import { scopesOf } from '../../../../src/agent/budget/scopes.ts';
import type { Person, Thread } from '../../../../src/chat/thread.ts';
import { places } from '../../../../src/platforms.ts';
import { ask, bo, cy, said } from '../../../support/commands.ts';
import { budgetsOn, paidModel } from '../../../support/paid-model.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { openWorkbench, type Workbench } from '../../../support/workbench.ts';

const slack = (id: string): Thread => ({ platform: 'slack', id });
const [one, beside, direct] = [slack('T1-C1-1.1'), slack('T1-C1-2.2'), slack('T1-D2-3.3')];
const grace: Person = { id: 'slack:T1/UA', name: 'Grace', traits: ['slack:T1/installer'] };
const ok = Array.from({ length: 9 }, () => ({ text: 'ok' }));
const noon = Date.UTC(2026, 10, 29, 12);

async function onTalk(
	test: (bench: Workbench, go: (days: number) => void) => Promise<void>,
	stops = {},
): Promise<void> {
	await using dir = await tempDir();
	let now = noon;
	await using bench = openWorkbench({
		home: dir.path,
		brain: paidModel(scriptedModel(ok)),
		budgets: (store) => budgetsOn(store, { now: () => now, limits: { stops } }),
	});
	await bench.say(said('a', { person: bo, thread: one }), said('b', { person: cy, thread: one }));
	await bench.say(said('c', { person: bo, thread: beside }), said('d', { person: bo, thread: direct }));
	await test(bench, (days) => {
		now += days * 86_400_000;
	});
}

const sumIn = (text: string) => /: (\d+) tokens in, (\d+) out, (\d+) model calls/.exec(text)?.slice(1).map(Number);

describe('/usage', () => {
	it('tells somebody what was done for them in the place, and nobody else’s', () =>
		onTalk(async (bench) => {
			expect(sumIn(await ask(bench, '/usage', { person: bo, thread: one }))).toEqual([30, 15, 3]);
			expect(sumIn(await ask(bench, '/usage me', { person: cy, thread: one }))).toEqual([10, 5, 1]);
			const away = { person: { id: 'slack:T2/U2', name: 'Bo' }, thread: slack('T2-C1-1.1') };
			expect(sumIn(await ask(bench, '/usage me', away))).toEqual([0, 0, 0]);
		}));

	it('tells what the session and the channel have used, to whoever may ask there', () =>
		onTalk(async (bench) => {
			expect(sumIn(await ask(bench, '/usage session', { person: cy, thread: one }))).toEqual([20, 10, 2]);
			expect(sumIn(await ask(bench, '/usage channel', { person: cy, thread: one }))).toEqual([30, 15, 3]);
			expect(await ask(bench, '/usage channel', { person: bo, thread: direct })).toBe(
				'This conversation is in no channel.',
			);
		}));

	it('tells admins alone what the whole place has used, those of the place', () =>
		onTalk(async (bench) => {
			expect(sumIn(await ask(bench, '/usage place', { person: grace, thread: one }))).toEqual([40, 20, 4]);
			expect(await ask(bench, '/usage place', { person: bo, thread: one })).toContain('for admins to see');
			const admin = {
				person: { ...grace, id: 'slack:T2/UA', traits: ['slack:T2/installer'] },
				thread: slack('T2-C1-1.1'),
			};
			expect(sumIn(await ask(bench, '/usage place', admin))).toEqual([0, 0, 0]);
		}));

	it('shows a day a line, with a bar for its tokens', () =>
		onTalk(async (bench, go) => {
			go(2);
			await bench.say(said('e', { person: bo, thread: one }));
			const text = await ask(bench, '/usage me 3', { person: bo, thread: one });
			expect(text.split('\n')).toEqual([
				'What was done for you here, the last 3 days (UTC): 40 tokens in, 20 out, 4 model calls',
				'```',
				'day                              tokens calls',
				`2026-11-29 ${'█'.repeat(20)}      45     3`,
				`2026-11-30 ${' '.repeat(20)}       0     0`,
				`2026-12-01 ${'█'.repeat(6)}▋${' '.repeat(13)}      15     1`,
				'```',
			]);
			expect(sumIn(await ask(bench, '/usage me 1', { person: bo, thread: one }))).toEqual([10, 5, 1]);
			expect(await ask(bench, '/usage me 91', { person: bo, thread: one })).toContain('how many days');
		}));

	it('tells where the budget of today stands', () =>
		onTalk(
			async (bench) => {
				const text = await ask(bench, '/usage session 1', { person: bo, thread: one });
				expect(text).toContain('Budget today: 30 tokens of 2k tokens, 1 %');
			},
			{ session: { tokens: 2_000 } },
		));
});

describe('/forget-me yes', () => {
	it('takes what was counted for somebody, but today’s, and leaves the sums of channel and place', () =>
		onTalk(async (bench, go) => {
			go(1);
			await bench.say(said('e', { person: bo, thread: one }));
			await ask(bench, '/forget-me yes', { person: bo, thread: one });
			expect(sumIn(await ask(bench, '/usage me', { person: bo, thread: one }))).toEqual([10, 5, 1]);
			expect(sumIn(await ask(bench, '/usage channel', { person: cy, thread: one }))).toEqual([40, 20, 4]);
		}));

	it('leaves no sums that name whoever they are of', () =>
		onTalk(async () => {
			const scopes = scopesOf({ session: 's', thread: one, person: bo }, places);
			expect(JSON.stringify(scopes.filter(({ kind }) => kind === 'person'))).not.toMatch(/U2|Bo/);
		}));
});
