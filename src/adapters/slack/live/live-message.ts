import type { KnownBlock } from '@slack/types';
import { sleep } from '../../../base/clock.ts';
import { messageOf } from '../../../base/errors.ts';
import type { ProgressLine } from '../../progress-line.ts';
import { slackCode } from '../api/problems/slack-sentence.ts';
import { feedStream } from './feed-stream.ts';
import { createLiveContent } from './live-content.ts';
import type { LiveDeps } from './live-deps.ts';
import { beginPart, type LivePart, partKey, updateMessage } from './live-part.ts';
import { noteSettled, settleParts, type UnsettledPart } from './settle-parts.ts';
import type { SlackScene } from './slack-scene.ts';

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
/** https://docs.slack.dev/ai/developing-agents asks for no more than one edit in three seconds. */
const editMs = 3000;

/** `number`: of the first message of it that is posted. */
export function createLiveMessage(deps: LiveDeps, scene: SlackScene, number: number): LiveMessage {
	const { clock, log } = deps;
	const content = createLiveContent();
	const { outbound, memory } = content;
	const ending = new AbortController();
	/** Fires when no more is to be shown as it comes. */
	const over = AbortSignal.any([deps.signal, ending.signal]);
	const parts: (LivePart & UnsettledPart)[] = [];
	const first = Promise.withResolvers<string>();
	first.promise.catch(() => undefined);
	let running: Promise<void> | undefined;
	let callOff: (() => void) | undefined;
	/** The stream may not hold all that was sent, or twice. */
	let doubtful = false;

	const current = () => parts.findLast(({ isGone }) => !isGone);
	const start = (): void => {
		callOff?.();
		if (!over.aborted) running ??= run().catch(failed);
	};
	const failed = (error: unknown): void => {
		first.reject(error);
		if (!over.aborted) log.warn('Slack does not show a turn as it runs', { err: error });
	};
	const run = async (): Promise<void> => {
		for (;;) {
			await content.more(over);
			await showOn();
		}
	};

	/** In one more message, for as long as that can be. */
	async function showOn(): Promise<void> {
		const chunks = outbound.take();
		const instead = () => deps.render('edited', [memory.lines(), memory.words()]);
		const begun = await beginPart(deps, scene, number + parts.length, { chunks, instead }, over);
		const part = { ...begun, streams: begun.stream !== undefined };
		parts.push(part);
		first.resolve(part.ts);
		if (!part.stream) return await edit(part);
		const fed = await feedStream({ clock, log, content }, part.stream, chunks, over);
		doubtful ||= fed.doubtful;
		if (fed.reason === 'page') await turnPage(part, fed.hasWords);
		if (fed.reason === 'died' || fed.reason === 'stopped-by-person') part.streams = false;
		// Nothing more is to be streamed: somebody has pressed Stop.
		if (fed.reason === 'stopped-by-person') ending.abort(new Error('Stopped'));
	}

	/** Ends a message whose turn goes on in the next one. */
	async function turnPage(part: LivePart & UnsettledPart, hasWords: boolean): Promise<void> {
		const end = { chunks: outbound.turnPage(), blocks: [], keys: [partKey(scene.turn, part.number)], goesOn: true };
		await part.stream?.stop(end, deps.signal).catch(logged('Slack stream cannot be ended'));
		part.streams = false;
		if (hasWords || memory.lines(part.number).length > 0) return;
		const gone = { ...part, isGone: true };
		parts.splice(parts.indexOf(part), 1, gone);
		const isGone = settleParts(deps, scene, [part], { linesOf: () => [], keysOf: () => [], footer: '' });
		await isGone.catch((error: unknown) => {
			// It is taken away with the others.
			parts.splice(parts.indexOf(gone), 1, part);
			logged('Slack message cannot be taken away')(error);
		});
	}

	async function edit(part: LivePart): Promise<void> {
		for (;;) {
			await sleep(clock, editMs, over);
			await content.more(over);
			while (outbound.take().length > 0);
			const message = await deps.render('edited', [memory.lines(), memory.words()]);
			const change = { ts: part.ts, keys: [partKey(scene.turn, part.number)], message };
			const edited = updateMessage({ ...deps, signal: over }, scene, change);
			await edited.catch(logged('Slack message cannot be edited'));
		}
	}

	/** Logs a failure of something that is live only. */
	function logged(what: string): (error: unknown) => void {
		return (error) => {
			deps.signal.throwIfAborted();
			if (!over.aborted) log.info(what, { reason: slackCode(error) ?? messageOf(error) });
		};
	}

	async function end(): Promise<void> {
		callOff?.();
		ending.abort(new Error('The turn has ended'));
		await running;
	}

	/** The stream that shows the answer's words and nothing else. */
	function answering({ text }: LiveAnswer): LivePart | undefined {
		const [only, ...others] = parts;
		const plain = others.length === 0 && memory.lines().length === 0 && memory.words() === text;
		return plain && !doubtful && memory.size() === text.length ? only : undefined;
	}

	return {
		say(step, delta) {
			if (over.aborted) return;
			content.say(step, delta);
			if (memory.size() >= lazyCharacters) start();
			else callOff ??= clock.after(lazyMs, start);
		},
		async put(line, key) {
			const begun = current();
			if (!begun) over.throwIfAborted();
			content.put(line, begun?.number ?? number, key);
			start();
			return begun?.ts ?? (await first.promise);
		},
		async becomeAnswer(answer) {
			await end();
			const stream = answering(answer)?.stream;
			if (!stream) return undefined;
			try {
				let chunks = outbound.takeRest();
				for (let next = outbound.take(); next.length > 0; next = outbound.take()) {
					await stream.append(chunks, deps.signal);
					chunks = next;
				}
				await stream.stop({ chunks, blocks: answer.blocks, keys: answer.keys }, deps.signal);
				return stream.ts;
			} catch (error) {
				deps.signal.throwIfAborted();
				log.info('Slack stream cannot become the answer', { reason: slackCode(error) ?? messageOf(error) });
				return undefined;
			}
		},
		async settle(footer, broken = false) {
			await end();
			const left = parts.filter(({ isGone }) => !isGone);
			await settleParts(deps, scene, left, { linesOf: memory.lines, keysOf: memory.keys, footer });
			if (!broken) for (const part of parts) await noteSettled(deps, scene, part);
		},
		ts: () => current()?.ts,
	};
}
