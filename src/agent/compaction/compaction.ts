import { attempt, type SummaryDeps } from './attempt.ts';
import { dropOldest } from './drop.ts';
import { asCounted, type Fill, type Filled, fillOf } from './fill.ts';
import { fillingNote, notMadeAnswer, notMadeLine } from './lines.ts';
import { hasGrown } from './measure/limits.ts';
import type { Windows } from './measure/windows.ts';
import { mask, maskingOf } from './replace.ts';
import { placeOf, type Scene } from './scene.ts';
import { NoSummaryError } from './summary/ask.ts';
import { type Wish, wishIn } from './tools/wish.ts';

/** The next request needs this before it can be made. */
export interface Need {
	/** `summarize` may take minutes. */
	readonly kind: 'mask' | 'summarize' | 'tell';
	readonly fill: Fill;
}

/** Keeps histories within the windows of models. Nothing is asked of a model but by these calls. */
export interface Compaction {
	/** Undefined where the next request can be made as it is. */
	need(scene: Scene, signal: AbortSignal): Promise<Need | undefined>;
	/** Does it, as far as it can be done. Rejects with the signal's reason, and as the journal does. */
	meet(need: Need, scene: Scene, signal: AbortSignal): Promise<void>;
	/** Makes room after a server has refused a request as too long; `tries`: so often before. False where there is none to be made. */
	refused(refusal: Refusal, scene: Scene, signal: AbortSignal): Promise<boolean>;
	/** Has the past put into a summary now; what people are told of it. `wish`: what is to be kept. */
	now(wish: string | undefined, scene: Scene, signal: AbortSignal): Promise<string>;
	fill(scene: Filled, signal: AbortSignal): Promise<Fill>;
}

export interface Refusal {
	readonly tries: number;
	/** Tokens that it named as its limit. */
	readonly limit: number | undefined;
}

export interface CompactionDeps {
	/** Those of the Brain's endpoint. */
	readonly windows: Windows;
	readonly summary: SummaryDeps;
}

/** The Brain's window is about full: nothing is added to it any more. */
const brim = 0.95;

export function createCompaction({ windows, summary }: CompactionDeps): Compaction {
	const fill: Compaction['fill'] = (scene, signal) => fillOf(scene, windows, signal);

	/** A summary, or why there is none, and then what else makes room where that cannot wait. */
	const makeRoom = async (wish: Wish | undefined, scene: Scene, signal: AbortSignal): Promise<void> => {
		const now = await fill(scene, signal);
		const why = await attempt(wish?.keep, now, scene, summary, signal).then(() => undefined, reasonOf);
		if (why === undefined) return;
		const told = { text: notMadeLine(why), ...(wish && { answers: answerTo(wish, why) }) };
		await scene.record({ ...placeOf(scene), type: 'not-compacted', tokens: now.tokens, ...told });
		if (now.tokens > brim * now.window) await dropOldest(why, 0, now, scene);
	};

	return {
		fill,
		async need(scene, signal) {
			const now = await fill(scene, signal);
			const kind = kindOf(now, scene);
			return kind && { kind, fill: now };
		},
		async meet({ kind, fill: now }, scene, signal) {
			await tellFilling(now, scene);
			if (isToMask(now, scene)) await mask(now, scene);
			if (kind === 'summarize') await makeRoom(wishIn(scene.session.history()), scene, signal);
		},
		async refused({ tries, limit }, scene, signal) {
			const { times } = scene.session.history().window;
			await windows.refused(scene.model, (await fill(scene, signal)).tokens, limit);
			const now = await fill(scene, signal);
			if ((await mask(now, scene, spared(tries))) || (tries > 0 && (await mask(now, scene, 0)))) {
				const left = await fill(scene, signal);
				if (left.tokens < left.limits.summarize) return true;
			}
			if (tries === 0) await makeRoom(undefined, scene, signal);
			const left = await fill(scene, signal);
			if (tries > 0 || scene.session.history().window.times === times) await dropOldest(tooLong, tries, left, scene);
			return scene.session.history().window.times > times;
		},
		async now(wish, scene, signal) {
			try {
				return await attempt(wish, await fill(scene, signal), scene, summary, signal);
			} catch (error) {
				return notMadeLine(reasonOf(error));
			}
		},
	};
}

const tooLong = 'the model does not take more at once';

/** So many of the newest results stay, after so many refusals. */
function spared(tries: number): number {
	return Math.max(0, 3 - 2 * tries);
}

function answerTo({ callId }: Wish, why: string) {
	return { callId, text: notMadeAnswer(why) };
}

/** Rethrows what is no failure of the Summarizer. */
function reasonOf(error: unknown): string {
	if (error instanceof NoSummaryError) return error.message;
	throw error;
}

function kindOf(now: Fill, scene: Scene): Need['kind'] | undefined {
	const history = scene.session.history();
	if (wishIn(history)) return 'summarize';
	const { tokens, limits } = now;
	if (tokens < limits.mask) return undefined;
	const masking = isToMask(now, scene) ? maskingOf(now, scene) : undefined;
	const left = tokens - (masking ? asCounted(now, masking.freed) : 0);
	if (left >= limits.summarize && hasGrown(left, history.window.tried)) return 'summarize';
	if (masking) return 'mask';
	return history.window.told ? undefined : 'tell';
}

function isToMask({ tokens, limits }: Fill, { session }: Scene): boolean {
	return tokens >= limits.mask && hasGrown(tokens, session.history().window.masked);
}

async function tellFilling({ tokens, window, limits }: Fill, scene: Scene): Promise<void> {
	if (scene.session.history().window.told || tokens < limits.mask) return;
	await scene.record({ ...placeOf(scene), type: 'window', told: 'filling', text: fillingNote(tokens, window) });
}
