import type { KnownBlock } from '@slack/types';
import { messageOf } from '../../../base/errors.ts';
import type { ProgressLine } from '../../present/progress-line.ts';
import { slackCode } from '../api/problems/slack-sentence.ts';
import type { LiveDeps } from './live-deps.ts';
import { answeringStream, currentPart, partsThere, woken } from './live-state.ts';
import { createWork, endNow, move, type Work } from './live-work.ts';
import { noteSettled, settleParts } from './settle-parts.ts';
import { showAsItComes } from './show-as-it-comes.ts';
import type { SlackShowScene } from './slack-scene.ts';
import type { Stream } from './stream.ts';

/** Shows a turn while it runs. Nothing is posted before there is something to see. */
export interface LiveMessage {
	/** Words of the Brain in its step number `step`, as they stream. Returns at once. */
	say(step: number, delta: string): void;
	/** A line, under the outbox's `key`; resolves with the `ts` of the message that shows it, once that is there. Rejects when no message can be posted. */
	put(line: ProgressLine, key?: string): Promise<string>;
	/** Ends it as the turn's answer, where it shows that alone; resolves with its `ts`, or with undefined where it cannot: then `settle` it. */
	becomeAnswer(answer: LiveAnswer): Promise<string | undefined>;
	/**
	 * Ends it: its lines are left, with `footer` below them, and words go. `broken`: the turn could not be shown to its end, and whoever
	 * shows it again finishes this message too; so does it where this rejects. Rejects with the signal's reason, with what the outbox rejects
	 * with, and as `Calls` do while Slack is away or the place is gone.
	 */
	settle(footer: string, broken?: boolean): Promise<void>;
	/** The `ts` of its newest message, if there is one. */
	ts(): string | undefined;
}

export interface LiveAnswer {
	/** The whole of it, Markdown. */
	readonly text: string;
	/** Below it. */
	readonly blocks: readonly KnownBlock[];
	/** The outbox's keys of it. */
	readonly keys: readonly string[];
}

/** Words that are fewer wait this long for more, ms: a short answer is one post. */
const lazyMs = 700;
const lazyCharacters = 256;

/** `first`: the number of the first message of it that is posted. */
export function createLiveMessage(deps: LiveDeps, scene: SlackShowScene, first: number): LiveMessage {
	const work = createWork(deps, scene, first);
	return {
		say: (step, delta) => say(work, step, delta),
		put: (line, key) => put(work, line, key),
		becomeAnswer: (answer) => becomeAnswer(work, answer),
		settle: (footer, broken = false) => settle(work, footer, broken),
		ts: () => currentPart(work.state)?.ts,
	};
}

function say(work: Work, step: number, delta: string): void {
	const { content, deps } = work;
	if (work.signal.aborted) return;
	content.say(step, delta);
	if (content.memory.size() >= lazyCharacters) wake(work);
	else work.callOff ??= deps.clock.after(lazyMs, () => wake(work));
}

async function put(work: Work, line: ProgressLine, key: string | undefined): Promise<string> {
	const { content, signal, begun, state } = work;
	const current = currentPart(state);
	if (!current) signal.throwIfAborted();
	content.put(line, current?.number ?? state.first, key);
	wake(work);
	return current?.ts ?? (await begun.promise);
}

function wake(work: Work): void {
	work.callOff?.();
	if (work.state.phase !== 'quiet' || work.signal.aborted) return;
	move(work, woken);
	work.running = showAsItComes(work);
}

/** Resolves when nothing is under way any more. */
async function end(work: Work): Promise<void> {
	work.callOff?.();
	endNow(work, new Error('The turn has ended'));
	await work.running;
}

async function becomeAnswer(work: Work, answer: LiveAnswer): Promise<string | undefined> {
	await end(work);
	const { deps, state, content } = work;
	const stream = answeringStream(state, content.memory, answer.text);
	if (!stream) return undefined;
	try {
		await endAsAnswer(work, stream, answer);
		return stream.ts;
	} catch (error) {
		deps.signal.throwIfAborted();
		deps.log.info('Slack stream cannot become the answer', { reason: slackCode(error) ?? messageOf(error) });
		return undefined;
	}
}

/** The last pieces go with its end. */
async function endAsAnswer({ deps, content }: Work, stream: Stream, { blocks, keys }: LiveAnswer): Promise<void> {
	const { outbound } = content;
	let chunks = outbound.takeRest();
	for (let next = outbound.take(); next.length > 0; next = outbound.take()) {
		await stream.append(chunks, deps.signal);
		chunks = next;
	}
	await stream.stop({ chunks, blocks, keys }, deps.signal);
}

async function settle(work: Work, footer: string, broken: boolean): Promise<void> {
	await end(work);
	const { deps, scene, state, content } = work;
	const { lines: linesOf, keys: keysOf } = content.memory;
	await settleParts(deps, scene, partsThere(state), { linesOf, keysOf, footer });
	if (!broken) for (const part of state.parts) await noteSettled(deps, scene, part);
}
