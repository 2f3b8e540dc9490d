import { expect, it } from 'vitest';
import { readBack } from '../../../src/agent/compaction/tools/read-back.ts';
import type { Fact } from '../../../src/agent/session/past/fact.ts';
import type { ToolContext } from '../../../src/agent/tool.ts';
import { memorySession } from '../../support/memory-session.ts';
import { emptySections, scriptedSummarizer } from '../../support/scripted-summarizer.ts';
import { never, openCompaction, sceneOf, turnOf } from './past.ts';

const factPattern = /The word of \w+ is \w+/g;
const factOf = (nth: number) => `The word of box${nth} is w${(nth * 7_919) % 997}`;
const factsIn = (text: string) => [...new Set(text.match(factPattern) ?? [])];

/** A Summarizer as bad as real ones: by turns it forgets, invents, never ends, writes too much; and it is right. */
function badSummarizer() {
	const facts = (prompt: string) => ({
		facts: factsIn(prompt).flatMap((text, nth) => (nth % 2 === 0 ? [{ text, about: '' }] : [])),
	});
	const sections = (prompt: string, nth: number) => {
		switch (nth % 6) {
			case 1:
				return emptySections;
			case 2:
				return { ...emptySections, files: ['/outputs/never-made.csv'] };
			case 3:
				return new Promise(() => undefined);
			case 4:
				return { ...emptySections, done: Array.from({ length: 900 }, (_, at) => `did it again, and again: ${at}`) };
			default:
				return { ...emptySections, exact: factsIn(prompt).slice(0, 10) };
		}
	};
	return scriptedSummarizer({ facts, sections });
}

it('fifty facts of 200 turns are found again after many compactions by a Summarizer that errs: in the history, in memories or read back', async () => {
	const session = memorySession([]);
	const memories: string[] = [];
	const keepFacts = async (_session: unknown, found: readonly Fact[]) =>
		void memories.push(...found.map(({ text }) => text));
	const compaction = openCompaction({ summarizer: badSummarizer(), keepFacts, seconds: 0.02 });
	const scene = sceneOf(session);
	for (let nth = 0; nth < 200; nth += 1) {
		const words = `Request ${nth}. ${nth % 4 === 0 ? factOf(nth / 4) : ''} ${'go on. '.repeat(40)}`;
		for (const step of turnOf(nth, { words, rounds: [['a row of it\n'.repeat(40)]] })) await session.record(step);
		const need = await compaction.need(scene, never);
		if (need) await compaction.meet(need, scene, never);
	}
	const made = session.entries.filter(({ step }) => step.type === 'compacted' && step.by !== 'masked').length;
	expect(made).toBeGreaterThan(5);
	const history = session
		.history()
		.messages.map(({ text }) => text)
		.join('\n');
	const context = { session, signal: never } as unknown as ToolContext;
	for (let nth = 0; nth < 50; nth += 1) {
		const fact = factOf(nth);
		if (history.includes(fact) || memories.includes(fact)) continue;
		expect(await readBack.run({ search: `box${nth} word` }, context)).toMatchObject({
			ok: true,
			text: expect.stringContaining(fact),
		});
	}
	expect(memories.length).toBeGreaterThan(5);
	expect(factsIn(history).length).toBeLessThan(50);
});
