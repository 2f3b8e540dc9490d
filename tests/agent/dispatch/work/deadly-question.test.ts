import { describe, expect, it } from 'vitest';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { message, openWorkbench, sessionId } from '../../../support/workbench.ts';

const asks = { calls: [{ name: 'ask_user', args: { question: 'Which?' } }] };
const timing = { pacing: { retryMs: [3_600_000, 3_600_000] as const } };

/** Leaves a turn that waits for an answer to a question that nobody has seen, on which these processes have died. */
async function leaveAsking(home: string, processes: readonly string[]): Promise<void> {
	const bench = openWorkbench({ home, brain: scriptedModel([asks]), timing });
	bench.platform.failure = new Error('It is refused');
	await bench.say(message('pick'));
	const { journal } = await bench.sessions.open(sessionId);
	await bench.dispatch[Symbol.asyncDispose]();
	const [newest] = (await journal.after(0)).slice(-1);
	if (newest === undefined || !('turn' in newest.step) || !newest.step.turn) throw new Error('No turn is open');
	const {
		lease: token,
		step: { turn },
	} = newest;
	for (const process of processes)
		await journal.append({ session: sessionId, token }, { turn, type: 'resumed', process });
	await bench[Symbol.asyncDispose]();
}

describe('a question whose showing ends the process', () => {
	it('is not shown a fourth time: its turn ends as failed', async () => {
		await using dir = await tempDir();
		await leaveAsking(dir.path, ['a', 'b', 'c']);
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([]), timing });
		await bench.dispatch.recover();
		await bench.dispatch.settled();
		expect(bench.platform.posts.at(-1)).toMatch(/^ended failed: .*died three times/);
		expect(bench.platform.posts.filter((post) => post.startsWith('question'))).toEqual([]);
	});
});
