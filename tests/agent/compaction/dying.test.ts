import { expect, it } from 'vitest';
import { orphanIn } from '../../../src/agent/compaction/shorten/orphans.ts';
import type { Model, ModelReply } from '../../../src/agent/model/model.ts';
import type { Fact } from '../../../src/agent/session/past/fact.ts';
import { lookAtHistory } from '../../../src/agent/session/session.ts';
import type { SessionFolder, Sessions } from '../../../src/store/store.ts';
import { type RecordingPlatform, recordingPlatform } from '../../support/recording-platform.ts';
import { scriptedSummarizer } from '../../support/scripted-summarizer.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { inboundWithKey, openWorkbench, sessionId } from '../../support/workbench.ts';
import { openCompaction } from './past.ts';

/** Answers what was said last, whatever process it was said to. */
const brain: Model = {
	name: 'by history',
	async *reply({ messages }): AsyncGenerator<never, ModelReply> {
		const asked = messages.findLast(({ role, text }) => role === 'user' && text.includes('Request'));
		const [request = ''] = /Request \d/.exec(asked?.text ?? '') ?? [];
		return { text: `Answer to ${request}`, reasoning: '', calls: [], cut: false };
	},
	ask: () => Promise.reject(new Error('Not asked here')),
};

const requests = [1, 2, 3].map((nth) =>
	inboundWithKey(`request-${nth}`, `Request ${nth} ${nth < 3 ? 'word '.repeat(1_200) : ''}`),
);

/** Folders whose writes fail from number `last` on, as if the process had ended before it: all that it did before stays. */
function dyingAt(last: number, count: { writes: number }) {
	const dies = <Args extends unknown[], T>(write: (...args: Args) => Promise<T>) => {
		return async (...args: Args): Promise<T> => {
			count.writes += 1;
			if (count.writes >= last) throw new Error('The process has ended');
			return await write(...args);
		};
	};
	const folderOf = (folder: SessionFolder): SessionFolder => {
		const { journal, documents } = folder;
		return {
			...folder,
			journal: { ...journal, append: dies(journal.append) },
			documents: { ...documents, write: dies(documents.write), backup: dies(documents.backup) },
		};
	};
	return (sessions: Sessions & AsyncDisposable): Sessions & AsyncDisposable => ({
		...sessions,
		open: async (id) => folderOf(await sessions.open(id)),
		[Symbol.asyncDispose]: () => sessions[Symbol.asyncDispose](),
	});
}

async function run(home: string, platform: RecordingPlatform, facts: Fact[], last = Number.POSITIVE_INFINITY) {
	const count = { writes: 0 };
	const summarizer = scriptedSummarizer({ facts: () => ({ facts: [{ text: 'They count', about: '' }] }) });
	const keepFacts = async (_session: unknown, found: readonly Fact[]) => void facts.push(...found);
	const compaction = openCompaction({ window: 8_192, summarizer, keepFacts });
	const wrap = { store: <T>(store: T) => store, sessions: dyingAt(last, count) };
	await using bench = openWorkbench({ home, brain, platform, compaction, wrap });
	await bench.dispatch.recover();
	for (const one of requests) await bench.dispatch.accept(one);
	if (last === Number.POSITIVE_INFINITY) await bench.dispatch.settled();
	else await Promise.race([bench.dispatch.settled(), diedIn(count, last)]);
	return { writes: count.writes, history: await lookAtHistory(await bench.sessions.open(sessionId)) };
}

async function diedIn(count: { writes: number }, last: number): Promise<void> {
	while (count.writes < last) await new Promise((resolve) => setImmediate(resolve));
}

it('a thread is whole after a death at each write around a compaction: each answer once, one summary, no call alone', async () => {
	await using whole = await tempDir();
	const { writes } = await run(whole.path, recordingPlatform(), []);
	expect(writes).toBeGreaterThan(15);
	for (let last = Math.floor(writes / 2); last <= writes; last += 1) {
		await using dir = await tempDir();
		const platform = recordingPlatform();
		const facts: Fact[] = [];
		await run(dir.path, platform, facts, last);
		const { history } = await run(dir.path, platform, facts);
		const answers = platform.posts.filter((post) => post.startsWith('Answer'));
		expect(answers, `write ${last}`).toEqual([1, 2, 3].map((nth) => `Answer to Request ${nth}`));
		expect(history.window.times, `write ${last}`).toBe(1);
		expect(orphanIn(history.messages)).toBeUndefined();
		expect(facts.length).toBeGreaterThan(0);
	}
});
