import { expect, it } from 'vitest';
import { ModelError } from '../../../src/base/errors.ts';
import { memorySession } from '../../support/memory-session.ts';
import { emptySections, scriptedSummarizer } from '../../support/scripted-summarizer.ts';
import { longPast, never, openCompaction, sceneOf } from './past.ts';

it('a Summarizer whose own summary made a request too long leaves the window as its server names it', async () => {
	const tooLong = () => Promise.reject(new ModelError('context-overflow', 'It no longer fits', { limit: 16_384 }));
	// Longer than what it summarizes, as of models that loop.
	const long = { ...emptySections, done: Array.from({ length: 1_000 }, (_, nth) => `did ${nth} again and again`) };
	const summarizer = scriptedSummarizer({ sections: (_prompt, nth) => (nth % 2 === 1 ? long : tooLong()) });
	const session = memorySession(longPast(12, 4_000));
	const compaction = openCompaction({ window: 16_384, summarizer });
	const scene = { ...sceneOf(session), model: summarizer.name };
	await compaction.now(undefined, scene, never);
	expect(summarizer.asked.length).toBeGreaterThan(2);
	expect((await compaction.fill(scene, never)).window).toBe(16_384);
});
