import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Due, type DueFor, dueFor } from '../../src/store/due.ts';
import type { OnStore } from './store-contract.ts';
import { message } from './store-home.ts';

interface DueStep {
	readonly call: 'by' | 'put' | 'clear';
	readonly session: string;
	readonly what: DueFor;
	readonly at: number;
}

async function take(due: Due, { call, session, what, at }: DueStep): Promise<void> {
	if (call === 'by') await due.by(session, what, at);
	else await due.put(session, what, call === 'put' ? at : undefined);
}

function apply(model: Map<string, number>, { call, session, what, at }: DueStep): void {
	const key = `${session} ${what}`;
	if (call === 'clear') model.delete(key);
	else model.set(key, call === 'put' ? at : Math.min(at, model.get(key) ?? at));
}

/** When sessions are to be looked at, in every store. */
export function describeDue(onStore: OnStore): void {
	it('gives what is due, earliest first, and no more than was asked for', () =>
		onStore(async ({ due }) => {
			await due.by('c', 'work', 30);
			await due.by('a', 'question', 10);
			await due.by('b', 'work', 20);
			expect(await due.until(20, 5)).toEqual([
				{ session: 'a', what: 'question', at: 10 },
				{ session: 'b', what: 'work', at: 20 },
			]);
			expect(await due.until(99, 1)).toHaveLength(1);
			expect(await due.until(9, 5)).toEqual([]);
		}));

	it('lets the earlier time win, and replaces or clears one of both things alone', () =>
		onStore(async ({ due }) => {
			await due.by('s', 'work', 20);
			await due.by('s', 'work', 30);
			await due.by('s', 'question', 25);
			expect(await due.earliest('s')).toEqual({ session: 's', what: 'work', at: 20 });
			await due.put('s', 'work', 40);
			expect(await due.earliest()).toEqual({ session: 's', what: 'question', at: 25 });
			await due.put('s', 'question', undefined);
			await due.put('s', 'question', undefined);
			expect(await due.until(99, 5)).toEqual([{ session: 's', what: 'work', at: 40 }]);
			expect(await due.earliest('other')).toBeUndefined();
		}));

	it('brings forward what is later, of one kind, and nothing else', () =>
		onStore(async ({ due }) => {
			await due.by('early', 'work', 5);
			await due.by('never', 'work', 8.64e15);
			await due.by('asked', 'question', 70);
			await due.hasten('work', 10);
			expect((await due.until(8.64e15, 5)).map(({ session, at }) => [session, at])).toEqual([
				['early', 5],
				['never', 10],
				['asked', 70],
			]);
		}));

	it('has a session looked at within a minute of what came in, once', () => {
		let now = 1_000;
		return onStore(
			async ({ due, inbox }) => {
				await inbox.add('s', message('k'));
				await due.put('s', 'work', 2_000);
				now = 5_000;
				await inbox.add('s', message('k'));
				await inbox.add('s', message('other'));
				await inbox.add('t', message('third'));
				expect((await due.until(65_000, 5)).map(({ session, at }) => [session, at])).toEqual([
					['s', 2_000],
					['t', 65_000],
				]);
			},
			() => now,
		);
	});

	it('is a map of the last times, whatever was asked of it', async () => {
		const step = fc.record({
			call: fc.constantFrom<DueStep['call']>('by', 'put', 'clear'),
			session: fc.constantFrom('a', 'b', 'c'),
			what: fc.constantFrom<DueFor>(...dueFor),
			at: fc.integer({ min: 0, max: 9 }),
		});
		await fc.assert(
			fc.asyncProperty(fc.array(step, { maxLength: 20 }), (steps) =>
				onStore(async ({ due }) => {
					const model = new Map<string, number>();
					for (const step of steps) {
						await take(due, step);
						apply(model, step);
					}
					const found = (await due.until(9, 99)).map(({ session, what, at }) => [`${session} ${what}`, at] as const);
					expect(new Map(found)).toEqual(model);
					expect(found.map(([, at]) => at)).toEqual(found.map(([, at]) => at).toSorted());
				}),
			),
			{ numRuns: 20 },
		);
	});
}
