import { describe, expect, it } from 'vitest';
import { usageOf } from '../../../src/agent/commands/usage.ts';
import { ModelError } from '../../../src/base/errors.ts';
import type { Store } from '../../../src/store/store.ts';
import { type ScriptedModel, scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { message, openWorkbench, sessionId } from '../../support/workbench.ts';
import type { WorkbenchOptions } from '../../support/workbench-options.ts';

const timing = { pacing: { retryMs: [1, 2] as const } };
const coded = (code: string) => Object.assign(new Error(`failed with ${code}`), { code });

/** A store whose first record of a model call's use is not kept. */
function forgetful(error: Error): NonNullable<WorkbenchOptions['wrap']> {
	let failed = false;
	const put: Store['records']['put'] = async () => {
		failed = true;
		throw error;
	};
	const store = (inner: Store): Store => ({
		...inner,
		records: {
			...inner.records,
			put: (kind, ...rest) => (kind === 'usage' && !failed ? put : inner.records.put)(kind, ...rest),
		},
	});
	return { store, sessions: (sessions) => sessions };
}

/** A model that fails in the middle of its first answer. */
function breaking(error: Error): ScriptedModel {
	const whole = scriptedModel([{ text: 'The answer is 42' }]);
	let broken = false;
	return {
		...whole,
		async *reply(request, signal) {
			if (broken) return yield* whole.reply(request, signal);
			broken = true;
			yield { type: 'text', delta: 'The answer is 4' };
			throw error;
		},
	};
}

describe('a turn in which the machine fails for a moment', () => {
	it.each(['EMFILE', 'ENFILE', 'ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'ENOMEM', 'ENOBUFS', 'EAGAIN', 'ERR_SQLITE_ERROR'])(
		'goes on after %s, says and charges nothing twice, and forgets no charge',
		async (code) => {
			await using dir = await tempDir();
			const brain = scriptedModel([{ text: 'The answer is 42' }]);
			await using bench = openWorkbench({ home: dir.path, brain, timing, wrap: forgetful(coded(code)) });
			await bench.dispatch.recover();
			await bench.say(message('what is it?'));
			await waitFor(() => bench.platform.posts.includes('ended done'), 'the end');
			expect(bench.platform.posts.filter((post) => post === 'The answer is 42')).toHaveLength(1);
			expect(bench.platform.posts.join()).not.toContain('ended failed');
			expect(brain.requests).toHaveLength(1);
			expect((await usageOf(bench.store.records, [sessionId])).modelCalls).toBe(1);
		},
	);

	it('takes no half of an answer for the answer', async () => {
		await using dir = await tempDir();
		const error = new ModelError('cut-off', 'The connection broke', { cause: coded('EMFILE') });
		await using bench = openWorkbench({ home: dir.path, brain: breaking(error), timing });
		await bench.dispatch.recover();
		await bench.say(message('what is it?'));
		await waitFor(() => bench.platform.posts.includes('ended done'), 'the end');
		expect(bench.platform.posts).toContain('The answer is 42');
		expect(bench.platform.posts).not.toContain('The answer is 4');
	});
});
