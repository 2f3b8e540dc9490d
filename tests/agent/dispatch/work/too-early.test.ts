import { describe, expect, it } from 'vitest';
import type { Inbound } from '../../../../src/chat/inbound.ts';
import { command } from '../../../support/commands.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { inbound, message, openWorkbench } from '../../../support/workbench.ts';

/** Hands in a message whose turn hangs, and `next` while its session is still being opened. */
async function saidBefore(home: string, next: (first: Inbound) => Inbound) {
	const { promise: mayOpen, resolve: open } = Promise.withResolvers<void>();
	const { promise: isOpening, resolve: opening } = Promise.withResolvers<void>();
	const brain = scriptedModel([{ text: 'Busy ', hangs: true }]);
	const bench = openWorkbench({
		home,
		brain,
		wrap: {
			store: (store) => store,
			sessions: (sessions) => ({
				...sessions,
				async open(id) {
					opening();
					await mayOpen;
					return await sessions.open(id);
				},
			}),
		},
	});
	const first = message('go');
	await bench.dispatch.accept(first);
	await isOpening;
	await bench.dispatch.accept(next(first));
	open();
	return { bench, brain };
}

describe('something that came before the turn ran', () => {
	it('does not wait for the turn, where it would not have a moment later: a command', async () => {
		await using dir = await tempDir();
		const { bench, brain } = await saidBefore(dir.path, () => command('/status'));
		await using _ = bench;
		await waitFor(() => brain.requests.length === 1, 'the turn');
		await waitFor(() => bench.platform.posts.some((post) => post.includes('local-bench')), 'the status');
		expect(bench.platform.posts.filter((post) => post.includes('local-bench'))).toHaveLength(1);
		expect(bench.platform.posts.some((post) => post.startsWith('ended'))).toBe(false);
	});

	it('does not wait for the turn: that its request was taken back', async () => {
		await using dir = await tempDir();
		const { bench } = await saidBefore(dir.path, ({ key }) => inbound('delete', { of: key }));
		await using _ = bench;
		await waitFor(async () => (await bench.store.inbox.sessions()).length === 0, 'the end');
		expect(bench.platform.posts.some((post) => post === 'Busy ')).toBe(false);
	});
});
