import { describe, expect, it } from 'vitest';
import type { Store } from '../../../../src/store/store.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { message, openWorkbench, sessionId } from '../../../support/workbench.ts';

const full = Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });

describe('a session in which nothing waits any more', () => {
	it('is in trouble while it cannot be read who is still asked', async () => {
		await using dir = await tempDir();
		const store = ({ records, ...rest }: Store): Store => ({
			...rest,
			records: {
				...records,
				list: async (kind, ...more) => {
					if (kind === 'asked') throw full;
					return await records.list(kind, ...more);
				},
			},
		});
		const wrap = { store, sessions: <T>(sessions: T) => sessions };
		const timing = { pacing: { retryMs: [3_600_000, 3_600_000] as const } };
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([{ text: 'one' }]), wrap, timing });
		await bench.say(message('first'));
		expect(bench.platform.posts.slice(0, 2)).toEqual(['one', 'ended done']);
		expect(bench.troubles.of(sessionId)?.why).toContain('the disk is full');
	});
});
