import type { KnownBlock } from '@slack/types';
import { messageOf } from '../../../errors.ts';
import { type ProgressLine, progressMessage } from '../render/progress.ts';
import { LostResponseError } from '../web/calls.ts';
import { sleep } from '../web/clock.ts';
import { slackCode } from '../web/slack-sentence.ts';
import { createLiveContent } from './live-content.ts';
import type { LiveDeps } from './live-deps.ts';
import { beginPart, type LivePart, partKey, updateMessage } from './live-part.ts';
import { noteSettled, settleParts } from './settle-parts.ts';
import type { ShowScene } from './show-scene.ts';

/** What a turn looks like while it runs. Nothing is posted before there is something to see. */
export interface LiveMessage {
	/** Words of the Brain in its step number `step`, as they stream. Returns at once. */
	say(step: number, delta: string): void;
	/** A line, under the outbox's `key`; resolves with the `ts` of the message that shows it, once that is there. Rejects when no message can be posted. */
	put(line: ProgressLine, key?: string): Promise<string>;
	/** Ends it as the turn's answer, where it shows that alone; resolves with its `ts`, or with undefined where it cannot: then `settle` it. */
	becomeAnswer(answer: LiveAnswer): Promise<string | undefined>;
	/**
	 * Ends it: its lines are left, with `footer` below them, and words go. `broken`: the turn could not be shown to its end, and whoever
	 * shows it again finishes this message too. Rejects with the signal's reason alone.
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
/** A stream dies at five minutes; https://github.com/slackapi/node-slack-sdk/issues/2702 */
const rotateMs = 210_000;
/** A message that streams holds some 10,600 bytes, cards included; https://github.com/openclaw/openclaw/issues/143882 */
const fullBytes = 8000;
/** https://docs.slack.dev/ai/developing-agents asks for no more than one edit in three seconds. */
const editMs = 3000;

/** `number`: of the first message of it that is posted. */
export function createLiveMessage(deps: LiveDeps, scene: ShowScene, number: number): LiveMessage {
	const { clock, log } = deps;
	const { outbound, memory, ...content } = createLiveContent();
	const ending = new AbortController();
	/** Fires when no more is to be shown as it comes. */
	const over = AbortSignal.any([deps.signal, ending.signal]);
	const parts: LivePart[] = [];
	const first = Promise.withResolvers<string>();
	first.promise.catch(() => undefined);
	let running: Promise<void> | undefined;
	let callOff: (() => void) | undefined;
	/** What stands in the stream may not be what was sent. */
	let doubtful = false;

	function start(): void {
		callOff?.();
		if (!over.aborted) running ??= run().catch(failed);
	}

	function failed(error: unknown): void {
		first.reject(error);
		if (!over.aborted) log.warn('Slack does not show a turn as it runs', { err: error });
	}

	async function run(): Promise<void> {
		for (;;) {
			await content.more(over);
			const part = await begin();
			await (part.stream ? fill(part, part.stream) : edit(part));
		}
	}

	async function begin(): Promise<LivePart> {
		const chunks = outbound.take();
		const part = await beginPart(deps, scene, number + parts.length, {
			chunks,
			instead: () => progressMessage(shown()),
		});
		parts.push(part);
		first.resolve(part.ts);
		return part;
	}

	/** Appends to a stream for as long as it lives. */
	async function fill(part: LivePart, stream: NonNullable<LivePart['stream']>): Promise<void> {
		const aging = new AbortController();
		const stopAging = clock.after(rotateMs, () => aging.abort());
		const young = AbortSignal.any([over, aging.signal]);
		try {
			let bytes = 0;
			while (bytes < fullBytes && (await isMore(young))) {
				const chunks = outbound.take();
				if (!(await append(stream, chunks))) return;
				bytes += Buffer.byteLength(JSON.stringify(chunks));
			}
			if (!over.aborted) await stop(part, outbound.turnPage());
		} finally {
			stopAging();
		}
	}

	function isMore(signal: AbortSignal): Promise<boolean> {
		return content.more(signal).then(
			() => true,
			() => false,
		);
	}

	/** False when the stream takes no more. */
	async function append(stream: NonNullable<LivePart['stream']>, chunks: Parameters<typeof outbound.putBack>[0]) {
		try {
			await stream.append(chunks, deps.signal);
			return true;
		} catch (error) {
			deps.signal.throwIfAborted();
			doubtful = true;
			if (error instanceof LostResponseError) return true;
			log.info('Slack stream has ended early', { reason: slackCode(error) ?? messageOf(error) });
			outbound.putBack(chunks);
			// Somebody pressed Stop: nothing more is to be streamed.
			if (slackCode(error) === 'stopped_by_user') ending.abort(new Error('Stopped'));
			return false;
		}
	}

	async function edit(part: LivePart): Promise<void> {
		for (;;) {
			await sleep(clock, editMs, over);
			await content.more(over);
			while (outbound.take().length > 0);
			const change = { ts: part.ts, keys: [partKey(scene.turn, part.number)], message: progressMessage(shown()) };
			await updateMessage(deps, scene, change).catch((error: unknown) => {
				log.info('Slack message cannot be edited', { reason: slackCode(error) ?? messageOf(error) });
			});
		}
	}

	/** With the words that stream, where they cannot stream. */
	function shown(): readonly ProgressLine[] {
		const words = memory.words();
		return words === '' ? memory.lines() : [...memory.lines(), { type: 'said', text: words }];
	}

	async function stop(part: LivePart, chunks: Parameters<typeof outbound.putBack>[0]): Promise<void> {
		const end = { chunks, blocks: [], keys: [partKey(scene.turn, part.number)] };
		await part.stream?.stop(end, deps.signal).catch((error: unknown) => {
			deps.signal.throwIfAborted();
			log.info('Slack stream cannot be ended', { reason: slackCode(error) ?? messageOf(error) });
		});
	}

	async function end(): Promise<void> {
		callOff?.();
		ending.abort(new Error('The turn has ended'));
		await running;
	}

	/** The stream that shows the answer's words and nothing else. */
	function answering({ text }: LiveAnswer): LivePart['stream'] {
		const [only, ...others] = parts;
		const plain = others.length === 0 && memory.lines().length === 0 && memory.words() === text;
		return plain && !doubtful && memory.size() === text.length ? only?.stream : undefined;
	}

	return {
		say(step, delta) {
			if (over.aborted) return;
			content.say(step, delta);
			if (memory.size() >= lazyCharacters) start();
			else callOff ??= clock.after(lazyMs, start);
		},
		put(line, key) {
			content.put(line, number + Math.max(0, parts.length - 1), key);
			start();
			return first.promise;
		},
		async becomeAnswer(answer) {
			await end();
			const stream = answering(answer);
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
			await settleParts(deps, scene, parts, { linesOf: memory.lines, keysOf: memory.keys, footer });
			if (!broken) for (const part of parts) await noteSettled(deps, scene, part);
		},
		ts: () => parts.at(-1)?.ts,
	};
}
