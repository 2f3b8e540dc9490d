import { afterAll, beforeAll, expect, test } from 'vitest';
import { acpLimits } from '../../../../../src/agent/coding/driver/acp/acp-options.ts';
import type { Driver } from '../../../../../src/agent/coding/driver.ts';
import { waitFor } from '../../../../support/wait-for.ts';
import { noticesOf, scriptedDriver, textOf, told } from '../scripted-agent.ts';

let driver: Driver;
beforeAll(async () => {
	driver = await scriptedDriver({ limits: { ...acpLimits, cancelMs: 100 } });
});
afterAll(() => driver[Symbol.asyncDispose]());

test('a request for permission is asked with its diff, after what came before it, and answered', async () => {
	const seen: string[] = [];
	const all = await told(driver, 'permission', undefined, {
		onUpdate: ({ kind }) => void seen.push(kind),
		onPermission(ask) {
			seen.push(`ask about ${ask.id}`);
			expect(ask).toMatchObject({ title: 'Write src/a.py', toolKind: 'edit', diffs: [{ path: 'src/a.py' }] });
			expect(ask.options.map(({ name }) => name)).toEqual(['Allow', 'Reject']);
			return Promise.resolve({ kind: 'option', id: 'yes' } as const);
		},
	});
	expect(all.end).toEqual({ kind: 'done' });
	expect(seen.slice(0, 2)).toEqual(['tool', 'ask about p']);
});

test.for([
	[{ kind: 'option', id: 'yes' }, '{"outcome":{"outcome":"selected","optionId":"yes"}}'],
	[{ kind: 'option', id: 'never offered' }, '{"outcome":{"outcome":"selected","optionId":"no"}}'],
	[{ kind: 'refused' }, '{"outcome":{"outcome":"selected","optionId":"no"}}'],
	[{ kind: 'cancelled' }, '{"outcome":{"outcome":"cancelled"}}'],
] as const)('the agent is told what was answered: %j', async ([answer, wire]) => {
	expect(textOf(await told(driver, 'permission', answer))).toBe(wire);
});

test('where nobody can be asked, the answer is no', async () => {
	const watch = { onPermission: () => Promise.reject(new Error('the disk is full')) };
	expect(textOf(await told(driver, 'permission', undefined, watch))).toContain('"no"');
});

test('of 250 requests 200 are asked, one after another, and the rest is refused and said once', async () => {
	let open = 0;
	let most = 0;
	let count = 0;
	const all = await told(driver, 'many permissions', undefined, {
		async onPermission() {
			count += 1;
			open += 1;
			most = Math.max(most, open);
			await new Promise(setImmediate);
			open -= 1;
			return { kind: 'option', id: 'yes' };
		},
	});
	expect([count, most]).toEqual([200, 1]);
	expect(textOf(all)).toBe('200 yes, 50 no');
	expect(noticesOf(all)).toEqual(['Scribe has asked too often: from now on the answer is no.']);
});

test('a stop while somebody is asked cancels the request', async () => {
	const stop = new AbortController();
	let asked = false;
	const prompt = told(driver, 'permission', undefined, {
		signal: stop.signal,
		onPermission() {
			asked = true;
			return new Promise(() => {});
		},
	});
	await waitFor(() => asked, 'the question');
	stop.abort(new Error('stopped'));
	await expect(prompt).rejects.toThrow('stopped');
});
