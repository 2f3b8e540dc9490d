import { describe, expect, it } from 'vitest';
import type { Store } from '../../../../src/store/store.ts';
import { command } from '../../../support/commands.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { message, openWorkbench, sessionId } from '../../../support/workbench.ts';

/** Renewed a hundred times a second; tried again after the test alone. */
const timing = { lease: { leaseMs: 30, againMs: 5 }, pacing: { retryMs: [3_600_000, 3_600_000] as const } };

/** A store whose leases another process takes over when it is let. */
function takenOver() {
	let isLost = false;
	return {
		take: () => {
			isLost = true;
		},
		store: ({ leases, ...rest }: Store): Store => ({
			...rest,
			leases: {
				...leases,
				take: async (...args) => (isLost ? undefined : await leases.take(...args)),
				renew: async (...args) => !isLost && (await leases.renew(...args)),
			},
		}),
	};
}

describe('a session whose lease another process took over', () => {
	it('is left at once, in the middle of a turn, which stays open for the other process, with what waits', async () => {
		await using dir = await tempDir();
		const other = takenOver();
		const wrap = { store: other.store, sessions: <T>(sessions: T) => sessions };
		const brain = scriptedModel([{ text: 'Busy', hangs: true }]);
		await using bench = openWorkbench({ home: dir.path, brain, wrap, timing });
		await bench.dispatch.accept(message('go'));
		await waitFor(() => bench.platform.events.some(({ type }) => type === 'text'), 'the text');
		// What that one finds waiting is for it to do.
		await bench.store.inbox.add(sessionId, command('/status'));
		other.take();
		await waitFor(() => bench.troubles.of(sessionId), 'the end of the work');
		expect(bench.troubles.of(sessionId)?.why).toContain('superseded');
		expect(bench.platform.posts.filter((post) => /^(ended|Session)\b/m.test(post))).toEqual([]);
		expect(await bench.store.inbox.sessions()).toEqual([sessionId]);
	});

	it('is in trouble for that, though its turn could not be shown either', async () => {
		await using dir = await tempDir();
		const other = takenOver();
		const wrap = { store: other.store, sessions: <T>(sessions: T) => sessions };
		const brain = scriptedModel([{ text: 'Busy', hangs: true }]);
		await using bench = openWorkbench({ home: dir.path, brain, wrap, timing });
		bench.platform.failure = new Error('It is refused');
		await bench.dispatch.accept(message('go'));
		await waitFor(() => brain.requests.length === 1, 'the turn');
		other.take();
		await waitFor(() => bench.troubles.of(sessionId), 'the end of the work');
		expect(bench.troubles.of(sessionId)?.why).toContain('superseded');
	});
});
