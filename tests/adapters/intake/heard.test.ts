import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createHeard, type ShowSign } from '../../../src/adapters/intake/heard.ts';

/** What was heard, and what became of the signs. */
function open() {
	const failures: unknown[] = [];
	const done: string[] = [];
	const heard = createHeard((error) => failures.push(error));
	const sign =
		(name: string, ready: Promise<unknown> = Promise.resolve()): ShowSign =>
		async (isOpen) => {
			await ready;
			if (!isOpen()) return undefined;
			done.push(`show ${name}`);
			return { thread: 'T', stored: () => void done.push(`stored ${name}`), end: () => void done.push(`end ${name}`) };
		};
	return { heard, done, failures, sign };
}

describe('the sign of something heard', () => {
	it('stays when it was stored, until it is over', async () => {
		const { heard, done, sign } = open();
		{
			using _hearing = heard.begin('k', sign('a'));
			await turn();
			heard.stored('k');
		}
		expect(done).toEqual(['show a', 'stored a']);
		heard.over('k');
		heard.over('k');
		expect(done).toEqual(['show a', 'stored a', 'end a']);
	});

	it('ends when nothing was stored, and is shown again when it comes again', async () => {
		const { heard, done, sign } = open();
		for (const name of ['a', 'b']) {
			using _hearing = heard.begin('k', sign(name));
			await turn();
		}
		expect(done).toEqual(['show a', 'end a', 'show b', 'end b']);
	});

	it('is one for two deliveries, also when the second one comes later', async () => {
		const { heard, done, sign } = open();
		{
			using _first = heard.begin('k', sign('a'));
			using _second = heard.begin('k', sign('b'));
			await turn();
			heard.stored('k');
		}
		using _third = heard.begin('k', sign('c'));
		await turn();
		expect(done).toEqual(['show a', 'stored a']);
	});

	it('is not shown any more when what was heard is over before', async () => {
		const { heard, done, sign } = open();
		const ready = Promise.withResolvers<void>();
		{
			using _hearing = heard.begin('k', sign('a', ready.promise));
			heard.stored('k');
		}
		heard.over('k');
		ready.resolve();
		await turn();
		expect(done).toEqual([]);
	});

	it('is shown late when what was heard is stored and waits', async () => {
		const { heard, done, sign } = open();
		const ready = Promise.withResolvers<void>();
		{
			using _hearing = heard.begin('k', sign('a', ready.promise));
			heard.stored('k');
		}
		ready.resolve();
		await turn();
		expect(done).toEqual(['show a', 'stored a']);
	});

	it('ends when a turn shows itself in its thread, by whatever it was taken in', async () => {
		const { heard, done, sign } = open();
		{
			using _hearing = heard.begin('k', sign('a'));
			await turn();
			heard.stored('k');
		}
		heard.shownIn('another');
		expect(done).toEqual(['show a', 'stored a']);
		heard.shownIn('T');
		expect(done).toEqual(['show a', 'stored a', 'end a']);
	});

	it('that cannot be shown fails nothing', async () => {
		const { heard, failures } = open();
		{
			using _hearing = heard.begin('k', () => Promise.reject(new Error('nobody knows who it was')));
			await turn();
		}
		expect(failures).toHaveLength(1);
	});
});
