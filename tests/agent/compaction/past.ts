import fc from 'fast-check';
import { createCompaction } from '../../../src/agent/compaction/compaction.ts';
import { createWindows } from '../../../src/agent/compaction/measure/windows.ts';
import type { Scene } from '../../../src/agent/compaction/scene.ts';
import type { Model } from '../../../src/agent/model/model.ts';
import type { KeepFacts } from '../../../src/agent/session/past/fact.ts';
import type { Message, Step } from '../../../src/store/journal.ts';
import { steps } from '../../support/journal-entries.ts';
import type { MemorySession } from '../../support/memory-session.ts';
import { scriptedSummarizer } from '../../support/scripted-summarizer.ts';

export const never = new AbortController().signal;
const { taken, model, finished, ended, shown } = steps;

export interface Said {
	readonly words: string;
	/** The results of a round of calls each. */
	readonly rounds: readonly (readonly string[])[];
}

export function turnOf(nth: number, { words, rounds }: Said): Step[] {
	const turn = turnId(nth);
	const made = rounds.flatMap((results, round) => {
		const calls = results.map((_, at) => ({
			id: `${turn}s${round + 1}c${at + 1}`,
			name: 'bash',
			arguments: `{"command":"job ${nth} ${round} ${at}"}`,
		}));
		return [model(turn, '', calls), ...results.map((text, at) => finished(turn, calls[at]?.id ?? '', text))];
	});
	return [taken(turn, words), ...made, model(turn, `Answer ${nth}`), ended(turn), shown(turn)];
}

export function turnId(nth: number): string {
	return `t${nth}-${nth.toString(16).padStart(8, '0')}`;
}

/** A past of as many turns, each with a result of so many characters. */
export function longPast(turns: number, characters: number): Step[] {
	return Array.from({ length: turns }, (_, nth) =>
		turnOf(nth, { words: `Request ${nth}`, rounds: [['x'.repeat(characters)]] }),
	).flat();
}

export const someTurns = fc.array(
	fc.record({
		words: fc.string({ minLength: 1, maxLength: 300 }).map((text) => `w${text}`),
		rounds: fc.array(
			fc.array(
				fc.nat(4_000).map((length) => 'r'.repeat(length)),
				{ minLength: 1, maxLength: 3 },
			),
			{ maxLength: 3 },
		),
	}),
	{ minLength: 1, maxLength: 8 },
);

export interface Opening {
	readonly window?: number;
	readonly summarizer?: Model;
	readonly seconds?: number;
	readonly probe?: 'on' | 'off' | 'auto';
	readonly keepFacts?: KeepFacts;
}

/** Keeps a history within a window of a test. */
export function openCompaction({
	window = 8_192,
	summarizer = scriptedSummarizer(),
	seconds = 5,
	probe = 'off',
	keepFacts,
}: Opening = {}) {
	const windows = createWindows({ set: window });
	return createCompaction({ windows, summary: { summarizer, windows, seconds, probe, keepFacts } });
}

export function sceneOf(session: MemorySession, turn?: string): Scene {
	return { session, model: 'brain', turn, prefix: 1_000, record: session.record };
}

/** Messages as they are compared: words and calls. */
export function plain(messages: readonly Message[]): string[] {
	return messages.map((one) => JSON.stringify(one));
}
