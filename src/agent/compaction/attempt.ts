import { ModelError } from '../../base/errors.ts';
import type { Model } from '../model/model.ts';
import type { Fact, KeepFacts } from '../session/past/fact.ts';
import { asCounted, type Fill } from './fill.ts';
import { summarizedLine } from './lines.ts';
import { limitsOf } from './measure/limits.ts';
import type { Windows } from './measure/windows.ts';
import { backUp, type Replacement, replace, replacing } from './replace.ts';
import type { Scene } from './scene.ts';
import { part, type Room } from './shorten/keep.ts';
import { NoSummaryError } from './summary/ask.ts';
import { summaryMessage } from './summary/sections.ts';
import { type Making, type Summary, summarize } from './summary/summarize.ts';

export interface SummaryDeps {
	readonly summarizer: Model;
	/** Those of the Summarizer's endpoint. */
	readonly windows: Windows;
	/** How long one answer of it may take. */
	readonly seconds: number;
	/** Whether a summary is probed: always, never, or where the Brain's window is large enough to pay for it. */
	readonly probe: 'on' | 'off' | 'auto';
	readonly keepFacts?: KeepFacts | undefined;
}

/** A summary has to leave at most so much of the conversation: prompt and tools, which stay, may be half of a small window. */
const mostLeft = 0.6;
/** Above this a probe is worth its tokens. */
const probedWindow = 65_536;

/**
 * Puts the past into a summary and journals that; resolves with the line for people. Rejects with `NoSummaryError`, and has then changed nothing, or with
 * the signal's reason.
 */
export async function attempt(
	wish: string | undefined,
	fill: Fill,
	scene: Scene,
	deps: SummaryDeps,
	signal: AbortSignal,
): Promise<string> {
	const { messages } = scene.session.history();
	const parted = part(messages, roomIn(fill, scene));
	if (parted.old.length === 0) throw new NoSummaryError('there is nothing that is old enough');
	const summary = await summaryOf(parted.old, await makingOf(wish, { fill, scene }, deps, signal), deps);
	// Whatever was taken out of it meanwhile must not come back.
	if (scene.session.history().messages !== messages)
		throw new NoSummaryError('the conversation was changed while its summary was made');
	const result = [{ role: 'user' as const, text: summaryMessage(summary.text) }, ...parted.kept];
	const replacement = replacing(messages, result, scene.prefix);
	check(replacement, fill, scene);
	const backup = await backUp(scene);
	const { tokens: before, window } = fill;
	const shortened = { before, after: asCounted(fill, replacement.guess), window, words: parted.words };
	const text = summarizedLine(shortened, besides(summary));
	await replace(replacement, { by: 'summarized', text, backup }, fill, scene);
	return text;
}

function check({ guess, orphan }: Replacement, fill: Fill, { prefix }: Scene): void {
	if (orphan !== undefined) throw new NoSummaryError('a call would have lost its result');
	const share = (guess - prefix) / Math.max(1, fill.guess - prefix);
	if (share <= mostLeft) return;
	const saved = Math.max(0, Math.round(100 * (1 - share)));
	throw new NoSummaryError(`a summary would have saved ${saved} % only`);
}

function besides({ without, factless }: Summary): readonly string[] {
	return [
		...(without > 0 ? ['Its oldest part was too long to be summarized, and can be read again'] : []),
		...(factless !== undefined ? [`No memories were made of it: ${factless}`] : []),
	];
}

/** So that with a summary, prompt and tools enough is saved. */
function roomIn({ guess, window, limits }: Fill, { prefix }: Scene): Room {
	const summary = Math.min(3_000, Math.max(400, limits.effective / 10));
	const room = Math.max(0, 0.55 * (guess - prefix) - summary);
	return { recent: Math.min(window / 4, 0.6 * room), words: Math.min(20_000, window / 4, 0.4 * room) };
}

async function makingOf(
	wish: string | undefined,
	{ fill: { window }, scene }: { readonly fill: Fill; readonly scene: Scene },
	{ summarizer, windows, seconds, probe, keepFacts: keep }: SummaryDeps,
	signal: AbortSignal,
): Promise<Making> {
	const { id } = scene.session.folder;
	const keepFacts = keep && ((facts: readonly Fact[], until: AbortSignal) => keep({ id }, facts, until));
	const { effective } = limitsOf(await windows.of(summarizer.name, signal));
	const probes = probe === 'on' || (probe === 'auto' && window > probedWindow);
	return { summarizer, seconds, signal, wish, keepFacts, probes, chunk: Math.floor(effective / 2) };
}

/** So often a Summarizer that does not take that much is asked for less at once. */
const mostHalvings = 3;

async function summaryOf(
	old: Parameters<typeof summarize>[0],
	making: Making,
	{ windows, summarizer }: SummaryDeps,
): Promise<Summary> {
	for (let halved = 0; ; halved += 1) {
		const chunk = Math.floor(making.chunk / 2 ** halved);
		try {
			return await summarize(old, { ...making, chunk });
		} catch (error) {
			if (!(error instanceof NoSummaryError)) throw error;
			const { cause, sent } = error;
			if (!(cause instanceof ModelError) || cause.failure !== 'context-overflow' || halved === mostHalvings)
				throw error;
			await windows.refused(summarizer.name, sent, cause.limit);
		}
	}
}
