import { describe, expect, it } from 'vitest';
import type { Need } from '../../../src/agent/compaction/compaction.ts';
import { summaryMessage } from '../../../src/agent/compaction/summary/sections.ts';
import { summarize } from '../../../src/agent/compaction/summary/summarize.ts';
import { isAlone } from '../../../src/agent/session/aside.ts';
import type { Fact } from '../../../src/agent/session/past/fact.ts';
import type { Step } from '../../../src/store/journal.ts';
import { steps } from '../../support/journal-entries.ts';
import { type MemorySession, memorySession } from '../../support/memory-session.ts';
import { emptySections, type SummarizerAnswer, scriptedSummarizer } from '../../support/scripted-summarizer.ts';
import { longPast, never, type Opening, openCompaction, plain, sceneOf, turnOf } from './past.ts';

const { taken } = steps;
/** Words of people alone, so that there is nothing to clear: about 5,000 tokens of 6,144. */
const words = (turns = 25) =>
	Array.from({ length: turns }, (_, nth) => turnOf(nth, { words: `${nth} ${'word '.repeat(125)}`, rounds: [] })).flat();

function open(past: readonly Step[], opening: Opening = {}) {
	const session = memorySession(past);
	const compaction = openCompaction(opening);
	const scene = sceneOf(session);
	const step = async (): Promise<Need['kind'] | undefined> => {
		const need = await compaction.need(scene, never);
		if (need) await compaction.meet(need, scene, never);
		return need?.kind;
	};
	return { session, compaction, scene, step };
}

const typesOf = ({ entries }: MemorySession) =>
	entries.flatMap(({ step }) => (step.type === 'compacted' ? [step.by] : step.type === 'not-compacted' ? ['not'] : []));

const saying = (sections: SummarizerAnswer) => scriptedSummarizer({ sections });

describe('a compaction that frees nothing', () => {
	const endless = saying(() => ({
		...emptySections,
		done: Array.from({ length: 400 }, (_, nth) => `did ${nth} again`),
	}));

	it('is not accepted, is told, and is not tried again before the request has grown by a fifth', async () => {
		const { session, step } = open(words(), { summarizer: endless });
		expect(await step()).toBe('summarize');
		expect(typesOf(session)).toEqual(['not']);
		expect(session.entries.at(-1)?.step).toMatchObject({ text: expect.stringMatching(/would have saved \d+ % only/) });
		const asked = endless.asked.length;
		for (const nth of [25, 26]) {
			for (const one of turnOf(nth, { words: 'short', rounds: [] })) await session.record(one);
			expect(await step()).toBeUndefined();
		}
		expect(endless.asked).toHaveLength(asked);
		for (let nth = 27; nth < 37; nth += 1)
			for (const one of turnOf(nth, { words: 'word '.repeat(125), rounds: [] })) await session.record(one);
		expect(await step()).toBe('summarize');
		expect(endless.asked.length).toBeGreaterThan(asked);
	});
});

describe('a compaction', () => {
	it('leaves a request that needs none, whatever the server had counted before it', async () => {
		const { session, step, compaction, scene } = open([...words(), taken('t99-00000000', 'more')]);
		await session.record({
			...{ turn: 't99-00000000', type: 'model', usage: { inputTokens: 5_500, outputTokens: 9 } },
			message: { role: 'assistant', text: 'Well', calls: [] },
		});
		expect((await compaction.fill(scene, never)).tokens).toBeGreaterThan(5_500);
		expect(await step()).toBe('summarize');
		expect(typesOf(session)).toEqual(['summarized']);
		expect((await compaction.fill(scene, never)).tokens).toBeLessThan(0.6 * 5_500);
		expect(await step()).toBeUndefined();
	});

	it('has facts kept first, also where it was a refusal that called for it', async () => {
		const kept: Fact[] = [];
		const keepFacts = async ({ id }: { id: string }, facts: readonly Fact[]) =>
			void kept.push(...facts, { text: id, fromTurn: '' });
		const summarizer = scriptedSummarizer({ facts: () => ({ facts: [{ text: 'Ada likes blue', about: 'Ada' }] }) });
		const past = longPast(4, 3_000);
		const { compaction, scene, session } = open(past, { window: 100_000, summarizer, keepFacts });
		expect(await compaction.refused({ tries: 0, limit: 2_048 }, scene, never)).toBe(true);
		expect(kept[0]).toMatchObject({ text: 'Ada likes blue', about: 'Ada', fromTurn: expect.stringMatching(/^t\d-0+/) });
		expect(kept[1]?.text).toBe('memory');
		expect(summarizer.asked[0]?.name).toBe('facts');
		expect(typesOf(session)).toContain('summarized');
	});

	it('is made all the same where facts cannot be kept, and says so', async () => {
		const keepFacts = () => Promise.reject(new Error('The disk is full'));
		const summarizer = scriptedSummarizer({ facts: () => ({ facts: [{ text: 'a', about: '' }] }) });
		const { session, step } = open(words(), { summarizer, keepFacts });
		await step();
		expect(session.entries.at(-1)?.step).toMatchObject({ text: expect.stringContaining('The disk is full') });
	});

	it('does not forget that others have spoken, whose words are in a summary', async () => {
		const by = (id: string, name: string, step: Step): Step =>
			step.type === 'taken' && step.message.role === 'user'
				? { ...step, message: { ...step.message, person: { id, name } } }
				: step;
		const ada = { id: 'local/ada', name: 'Ada' };
		const past = words().map((step, nth) => (nth < 4 ? by('local/bo', 'Bo', step) : by(ada.id, ada.name, step)));
		const { session, step } = open(past);
		expect(isAlone(session.history(), ada)).toBe(false);
		await step();
		expect(typesOf(session)).toEqual(['summarized']);
		expect(JSON.stringify(session.history().messages)).not.toContain('local/bo');
		expect(isAlone(session.history(), ada)).toBe(false);
		const alone = open(words().map((one) => by(ada.id, ada.name, one)));
		await alone.step();
		expect(isAlone(alone.session.history(), ada)).toBe(true);
	});

	it('copies the history before, and says from how much to how much', async () => {
		const { session, step } = open(words());
		const before = plain(session.history().messages);
		await step();
		const step1 = session.entries.at(-1)?.step;
		expect(step1).toMatchObject({
			by: 'summarized',
			backup: 'current_history-1.json',
			text: expect.stringMatching(/^Compacted the conversation: from [\d,]+ to [\d,]+ of 8,192 tokens\. Kept/),
		});
		expect(session.copies.get('current_history-1.json')).toMatchObject({
			messages: before.map((one) => JSON.parse(one)),
		});
		expect(session.saves()).toBe(1);
	});
});

describe('a Summarizer', () => {
	it('that never answers has its deadline, and the conversation goes on', async () => {
		const hangs = saying(() => new Promise(() => undefined));
		const { session, step } = open(words(), { summarizer: hangs, seconds: 0.02 });
		await step();
		expect(session.entries.at(-1)?.step).toMatchObject({ text: expect.stringContaining('within 0.02 s') });
	});

	it('is stopped at once by a stop, and nothing is changed', async () => {
		const stop = new AbortController();
		const hangs = saying(() => {
			queueMicrotask(() => stop.abort(new Error('Stopped by Ada')));
			return new Promise(() => undefined);
		});
		const { session, compaction, scene } = open(words(), { summarizer: hangs });
		const need = await compaction.need(scene, stop.signal);
		if (!need) throw new Error('Nothing is needed');
		await expect(compaction.meet(need, scene, stop.signal)).rejects.toThrow('Stopped by Ada');
		expect(typesOf(session)).toEqual([]);
	});

	it('that invents a file, a tool or an id is told so once, and then has made nothing', async () => {
		const inventing = saying((prompt) => ({
			...emptySections,
			files: ['/outputs/made-up.csv', 'ABC-1234'],
			next: prompt.slice(0, 9),
		}));
		const { session, step } = open(words(), { summarizer: inventing });
		await step();
		expect(inventing.asked).toHaveLength(2);
		expect(inventing.asked[1]?.prompt).toContain('stand nowhere in the conversation: /outputs/made-up.csv, ABC-1234');
		expect(session.entries.at(-1)?.step).toMatchObject({
			text: expect.stringContaining('named 2 files, tools or ids that do not exist'),
		});
	});

	it('that mends what it has invented is believed', async () => {
		const mending = saying((_, nth) => ({ ...emptySections, files: nth === 1 ? ['/outputs/made-up.csv'] : [] }));
		const { session, step } = open(words(), { summarizer: mending });
		await step();
		expect(typesOf(session)).toEqual(['summarized']);
	});

	it('adds what a probe found missing; still missing, its summary is none', async () => {
		const forgetful = scriptedSummarizer({ probe: () => ({ missing: ['The deadline is Friday'] }) });
		const lost = open(words(), { summarizer: forgetful, probe: 'on' });
		await lost.step();
		expect(typesOf(lost.session)).toEqual(['not']);
		const mends = scriptedSummarizer({
			probe: (prompt) => ({ missing: prompt.includes('Friday') ? [] : ['The deadline is Friday'] }),
			sections: (prompt) => ({ ...emptySections, exact: prompt.includes('Friday') ? ['The deadline is Friday'] : [] }),
		});
		const mended = open(words(), { summarizer: mends, probe: 'on' });
		await mended.step();
		expect(mended.session.history().messages[0]?.text).toContain('Friday');
	});

	it('is shown its former summary, and brings it up to date', async () => {
		const summarizer = saying((prompt) => ({
			...emptySections,
			goal: prompt.includes('FIRST') ? 'FIRST and SECOND' : 'FIRST',
		}));
		const { session, step } = open(words(), { summarizer });
		await step();
		for (let nth = 30; nth < 55; nth += 1)
			for (const one of turnOf(nth, { words: 'word '.repeat(125), rounds: [] })) await session.record(one);
		await step();
		expect(typesOf(session)).toEqual(['summarized', 'summarized']);
		expect(session.history().messages[0]?.text).toContain('Goal: FIRST and SECOND');
	});
});

it('a summary goes on with all that stand in the past, as they do where a clearing was undone', async () => {
	const summarizer = scriptedSummarizer();
	const old = [
		{ role: 'user' as const, text: summaryMessage('Goal: FIRST') },
		{ role: 'user' as const, text: 'So' },
		{ role: 'user' as const, text: summaryMessage('Goal: SECOND') },
	];
	await summarize(old, { summarizer, seconds: 5, signal: never, chunk: 1_000, probes: false });
	expect(summarizer.asked[0]?.prompt).toContain('Goal: FIRST\nGoal: SECOND');
});

describe('a conversation that cannot be summarized and fits no more', () => {
	const fails = saying(() => Promise.reject(new Error('The model is gone')));

	it('goes on without its oldest part, which is copied, and says so', async () => {
		const { session, compaction, scene } = open(words(), { window: 100_000, summarizer: fails });
		const words1 = session.history().messages.at(-2)?.text;
		expect(await compaction.refused({ tries: 0, limit: 3_000 }, scene, never)).toBe(true);
		expect(typesOf(session)).toEqual(['not', 'dropped']);
		const texts = session.history().messages.map(({ text }) => text);
		expect(texts[0]).toMatch(/^\[Left out here: \d+ older messages/);
		expect(texts).toContain(words1);
		expect(session.copies.size).toBe(1);
	});

	it('has words cut that are too long by themselves, and these are read back', async () => {
		const past = [...words(3), taken('t9-00000009', `begin ${'word '.repeat(200_000)} end`)];
		const { session, compaction, scene } = open(past, { summarizer: fails });
		expect(await compaction.refused({ tries: 0, limit: undefined }, scene, never)).toBe(true);
		const newest = session.history().messages.at(-1);
		expect(newest?.text).toMatch(
			/^begin word [^[]*\n\[Left out here: the rest of these words\. read_back finds it\.\]$/s,
		);
		const { tokens, limits } = await compaction.fill(scene, never);
		expect(tokens).toBeLessThan(limits.effective);
	});

	it('is made shorter at each refusal, down to its newest words and results, and no further', async () => {
		const { session, compaction, scene } = open(longPast(6, 4_000), { window: 100_000, summarizer: fails });
		const sizes = [];
		for (let tries = 0; tries < 6; tries += 1) {
			if (!(await compaction.refused({ tries, limit: 1_100 }, scene, never))) break;
			sizes.push((await compaction.fill(scene, never)).tokens);
		}
		expect(sizes.toSorted((one, other) => other - one)).toEqual(sizes);
		expect(new Set(sizes).size).toBe(sizes.length);
		expect(session.history().messages.at(-1)?.text).toBe('Answer 5');
	});
});
