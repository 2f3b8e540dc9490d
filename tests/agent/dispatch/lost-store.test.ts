import { readdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type LogFields, silentLogger } from '../../../src/base/log.ts';
import type { Store } from '../../../src/store/store.ts';
import { command, said } from '../../support/commands.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { message, openWorkbench, sessionId, thread } from '../../support/workbench.ts';

describe('a store that was lost', () => {
	it('does not hold up a session whose clock had run ahead', async () => {
		await using dir = await tempDir();
		const ahead = Date.now() + 10 * 365 * 86_400_000;
		{
			await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([{ text: 'one' }]) });
			await bench.say(message('first'));
			const folder = await bench.sessions.open(sessionId);
			await folder.journal.append({ session: sessionId, token: ahead }, { type: 'cleared', backup: 'x' });
		}
		await loseStore(dir.path);
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([{ text: 'two' }]) });
		await bench.say(message('second'));
		expect(bench.platform.posts.join('\n')).toContain('two');
		const entries = await (await bench.sessions.open(sessionId)).journal.after(0);
		expect(entries.at(-1)?.lease).toBe(ahead + 1);
	});

	it.each([
		['in another thread', { platform: 'terminal', id: 'third' } as const],
		['in its own thread', thread],
	])(
		'leaves no open turn behind, whatever comes in first %s, and threads go on with their newest session',
		async (_, first) => {
			await using dir = await tempDir();
			const other = { platform: 'terminal', id: 'other' } as const;
			{
				const brain = scriptedModel([
					{ text: 'one' },
					...Array.from({ length: 2 }, () => ({ text: 'Busy', hangs: true as const })),
				]);
				await using bench = openWorkbench({ home: dir.path, brain });
				await bench.say(message('first'), command('/new'));
				await bench.dispatch.accept(message('second'));
				await bench.dispatch.accept(said('elsewhere', { thread: other }));
				await waitFor(() => brain.requests.length === 3, 'both turns');
			}
			await loseStore(dir.path);
			const brain = scriptedModel(Array.from({ length: 3 }, () => ({ text: 'Done' })));
			await using bench = openWorkbench({ home: dir.path, brain });
			await bench.dispatch.accept(said('still there?', { thread: first }));
			await bench.dispatch.recover();
			await waitFor(() => bench.platform.posts.filter((post) => post === 'Done').length === 3, 'all turns');
			expect(await bench.store.bindings.sessionOf(thread)).toBe(`${sessionId}.2`);
		},
	);

	it('takes up the other sessions where a folder has a name that no thread can have', async () => {
		await using dir = await tempDir();
		const odd = `slack-${'x'.repeat(130)}`;
		{
			const brain = scriptedModel([{ text: 'Busy', hangs: true }]);
			await using bench = openWorkbench({ home: dir.path, brain });
			await bench.sessions.open(odd);
			await bench.dispatch.accept(message('first'));
			await waitFor(() => brain.requests.length === 1, 'the turn');
		}
		await loseStore(dir.path);
		const told: unknown[] = [];
		const warn = (text: string, { session }: LogFields = {}) => void (text.includes('taken up') && told.push(session));
		const log = { ...silentLogger, warn };
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([{ text: 'Done' }]), log });
		await bench.dispatch.recover();
		await waitFor(() => bench.platform.posts.includes('Done'), 'the turn');
		expect(told).toEqual([odd]);
		expect(await bench.store.bindings.sessionOf(thread)).toBe(sessionId);
	});
});

describe('a store that knows all threads', () => {
	it('has no session worked on at the start in which nothing is open, also after /load', async () => {
		await using dir = await tempDir();
		{
			await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([{ text: 'one' }, { text: 'two' }]) });
			await bench.say(message('first'), command('/new'));
			await bench.say(message('second'), command(`/load ${sessionId}`));
		}
		const taken: string[] = [];
		const store = ({ leases, ...rest }: Store): Store => ({
			...rest,
			leases: {
				...leases,
				take: (session, ...more) => {
					taken.push(session);
					return leases.take(session, ...more);
				},
			},
		});
		const wrap = { store, sessions: <T>(sessions: T) => sessions };
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([]), wrap });
		await bench.dispatch.recover();
		await bench.dispatch.settled();
		expect(taken).toEqual([]);
	});
});

async function loseStore(home: string): Promise<void> {
	for (const name of await readdir(home))
		if (name.startsWith('store.db')) await rename(join(home, name), join(home, `aside-${name}`));
}
