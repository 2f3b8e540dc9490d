import { describe, expect, it } from 'vitest';
import { memorySession } from '../../support/memory-session.ts';
import { longPast, never, openCompaction, sceneOf, turnOf } from './past.ts';

describe('results', () => {
	it('are cleared at 60 % until 40 % is left, and not again before there is a fifth more', async () => {
		const session = memorySession(longPast(20, 900));
		const compaction = openCompaction({ window: 16_384 });
		const scene = sceneOf(session);
		const step = async () => {
			const need = await compaction.need(scene, never);
			if (need) await compaction.meet(need, scene, never);
			return need?.kind;
		};
		const { limits, tokens } = await compaction.fill(scene, never);
		expect(tokens).toBeGreaterThan(limits.mask);
		expect(await step()).toBe('mask');
		const left = (await compaction.fill(scene, never)).tokens;
		expect(left).toBeLessThanOrEqual(limits.masked);
		expect(left).toBeGreaterThan(0.8 * limits.masked);
		expect(session.history().window).toMatchObject({ times: 1, filling: true });
		expect(session.history().notes[0]).toContain('compact_context');
		expect(await step()).toBeUndefined();
		const made = session.entries.flatMap((entry) => (entry.step.type === 'compacted' ? [entry.step.by] : []));
		expect(made).toEqual(['masked']);
	});

	it('are not cleared before they were read, for as long as no summary is due', async () => {
		const results = Array.from({ length: 8 }, (_, nth) => `${nth}`.repeat(3_200));
		const past = [...longPast(3, 900), ...turnOf(3, { words: 'Read all', rounds: [results] }).slice(0, -3)];
		const session = memorySession(past);
		const compaction = openCompaction({ window: 20_480 });
		const scene = sceneOf(session);
		const { limits, tokens } = await compaction.fill(scene, never);
		expect(tokens).toBeGreaterThan(limits.mask);
		expect(tokens).toBeLessThan(limits.summarize);
		const need = await compaction.need(scene, never);
		if (need) await compaction.meet(need, scene, never);
		const texts = session.history().messages.map(({ text }) => text);
		expect(texts).toEqual(expect.arrayContaining(results));
	});
});
