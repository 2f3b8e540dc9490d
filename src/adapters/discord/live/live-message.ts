import { sleep } from '../../../base/clock.ts';
import { messageOf, type PlatformAwayError } from '../../../base/errors.ts';
import type { ProgressLine } from '../../progress-line.ts';
import { awayOf } from '../api/problems/trouble.ts';
import type { ShowDeps, ShowScene } from '../show/show-deps.ts';
import { createLiveContent, type LineKey, type LiveView } from './live-content.ts';
import { failureOf, isFull, type LiveFailure } from './live-failure.ts';
import { type LiveParts, takePart } from './live-parts.ts';
import { createLivePost, type LiveForm, PlatformError } from './live-post.ts';

/** What a turn looks like while it runs: one message that is edited. Nothing is posted before there is something to see, and nothing here waits for Discord. */
export interface LiveMessage {
	/** Words of the Brain in its step number `step`, as they stream. */
	say(step: number, delta: string): void;
	/** A line, whose key the outbox knows: it gets its id when the line has really been shown. */
	put(line: ProgressLine, key?: LineKey): void;
	/** Resolves when its message is there, or cannot be: what is posted then stands below it. At once where there is nothing to be posted. */
	begun(): Promise<void>;
	/**
	 * Gives it its last form: its lines with a footer and without words and Stop; one without lines is taken away. Resolves with the keys
	 * of lines that could not be shown. Rejects with what the outbox rejected with, with the signal's reason, or when Discord was away for all tries.
	 */
	settle(end: LiveEnd): Promise<readonly string[]>;
	state(): LiveState;
}

export interface LiveEnd {
	readonly footer: string;
	/** What takes the place of its words: before that has settled nothing is taken away. */
	readonly after: Promise<unknown>;
	/** It will be shown once more: it is not noted as settled. */
	readonly broken?: boolean;
}

export interface LiveState {
	/** When it was last shown, ms since 1970. */
	readonly shownAt: number;
	/** Discord was when it was asked last: it has not shown the newest. */
	readonly away: PlatformAwayError | undefined;
	/** What the outbox rejected with: the machine is broken. */
	readonly failure: unknown;
}

export interface LiveScene extends ShowScene {
	readonly parts: LiveParts;
	/** Time and tokens so far. */
	readonly footer: () => string;
	/** Resolves when the thread is there. */
	readonly ready: () => Promise<void>;
}

/** A short answer that comes sooner is one post. */
const lazyMs = 700;
const lazyCharacters = 300;
const editMs = 2000;
/** Tries to give it its last form when nobody waits any more. */
const mostLateTries = 60;
/** Forms that Discord may refuse: Components V2, then an embed. */
const mostForms = 2;

export function createLiveMessage(deps: ShowDeps, scene: LiveScene): LiveMessage {
	const { clock, log } = deps;
	const { signal } = scene;
	const content = createLiveContent();
	const post = createLivePost(deps, scene);
	const hurry = Promise.withResolvers<void>();
	const isBegun = Promise.withResolvers<void>();
	let part = takePart(scene.parts);
	let id: string | undefined;
	/** No request is sent before; `isFirm`: Discord says so. */
	let pause = { until: 0, isFirm: false };
	let shown = { at: 0, version: 0 };
	let isStarted = false;
	/** Discord takes no edits now. What was taken away may be given back: the last form is tried once more, unless it was what failed. */
	const edits = { areBarred: false, wasLast: false };
	let isOver = false;
	let away: PlatformAwayError | undefined;
	let failure: unknown;
	let end: LiveEnd | undefined;
	let lateTries = 0;
	let formTries = 0;
	let isWorking = false;
	let working: Promise<void> | undefined;
	let callOff: (() => void) | undefined;

	const view = () => content.view(part.number);
	const hasMore = () => !isOver && !signal.aborted && (end !== undefined || (!edits.areBarred && hasNews(view())));
	/** Nothing is posted that says nothing. */
	const hasNews = ({ version, lines, words }: LiveView) =>
		version !== shown.version && (id !== undefined || lines.length > 0 || words.trim() !== '');
	const wake = (): void => {
		callOff?.();
		isStarted = true;
		if (isWorking) return;
		isWorking = true;
		working = work();
	};

	/** One request at a time, each with what is the newest then. */
	async function work(): Promise<void> {
		while (hasMore()) {
			await pauseNow();
			await showNewest().catch(takeFailure).catch(breakDown);
		}
		if (isOver || signal.aborted) isBegun.resolve();
		isWorking = false;
	}

	/** Whoever ends it does not wait for the next edit's time, but for Discord's limit. */
	async function pauseNow(): Promise<void> {
		const ms = pause.until - clock.now();
		if (ms <= 0) return;
		const calledOff = new AbortController();
		const slept = sleep(clock, ms, AbortSignal.any([signal, calledOff.signal])).catch(() => {});
		await (pause.isFirm ? slept : Promise.race([slept, hurry.promise]));
		calledOff.abort();
	}

	async function showNewest(): Promise<void> {
		if (signal.aborted) return;
		const last = end;
		edits.wasLast = last !== undefined;
		const now = view();
		if (last && now.lines.length === 0) return await takeAway(last);
		const at = await bring(formOf(now, last));
		away = undefined;
		if (at === undefined) return;
		shown = { at: clock.now(), version: now.version };
		pause = { until: shown.at + editMs, isFirm: false };
		for (const key of content.stands(now)) await deps.outbox.sent(scene.session, key, at);
		if (last) await finish(at, last);
	}

	function formOf(now: LiveView, last: LiveEnd | undefined): LiveForm {
		if (last) return { lines: now.lines, words: '', footer: last.footer, stop: false };
		return { ...now, footer: scene.footer(), stop: true };
	}

	/** Undefined: there is a message now, which does not show this yet. */
	async function bring(form: LiveForm): Promise<string | undefined> {
		if (id !== undefined) {
			await post.edit(id, part.number, form);
			return id;
		}
		const begun = await post.begin(part.number, form);
		id = begun.id;
		isBegun.resolve();
		return begun.posted ? id : undefined;
	}

	async function takeAway(last: LiveEnd): Promise<void> {
		const there = id ?? (part.isLeft ? await post.findLeft(part.number) : undefined);
		if (there === undefined) {
			isOver = true;
			return;
		}
		await last.after.catch(() => {});
		await post.remove(there);
		await finish(there, last);
	}

	async function finish(at: string, { broken }: LiveEnd): Promise<void> {
		isOver = true;
		if (!broken) await post.close(part.number, at);
	}

	async function takeFailure(error: unknown): Promise<void> {
		if (signal.aborted) return;
		if (!(error instanceof PlatformError)) throw error;
		const why = failureOf(error.cause);
		away = awayOf(error.cause) ?? away;
		log.info('Discord does not show a turn as it runs', { why: why.type, reason: messageOf(error.cause) });
		await goOn(why);
	}

	function breakDown(error: unknown): void {
		failure = error;
		isOver = true;
	}

	async function goOn(why: LiveFailure): Promise<void> {
		switch (why.type) {
			case 'later':
				if (!end && id !== undefined && isFull(id, why.ms, clock.now())) return turnOver(false);
				pause = { until: clock.now() + why.ms, isFirm: true };
				if (end) lateTries += 1;
				if (lateTries > mostLateTries) breakDown(away);
				return;
			case 'gone':
				return turnOver(!end);
			case 'full':
				return turnOver(false);
			case 'form':
				return await otherForm();
			case 'never':
				return await giveUp();
		}
	}

	/** Goes on in a message of its own; `again`: with what the one before has shown. */
	function turnOver(again: boolean): void {
		content.close(part.number, again);
		part = takePart(scene.parts);
		id = undefined;
	}

	async function otherForm(): Promise<void> {
		deps.latch.takesComponents = false;
		formTries += 1;
		if (formTries > mostForms) return await giveUp();
		if (id === undefined) return;
		// A message with components cannot become an embed.
		await post.remove(id).catch(() => {});
		turnOver(true);
	}

	async function giveUp(): Promise<void> {
		edits.areBarred = id !== undefined && !edits.wasLast;
		if (edits.areBarred) return;
		isOver = true;
		if (id === undefined) await post.close(part.number, undefined);
	}

	return {
		say(step, delta) {
			if (end) return;
			const size = content.say(step, delta);
			if (isStarted || size >= lazyCharacters) wake();
			else callOff ??= clock.after(lazyMs, wake);
		},
		put(line, key) {
			content.put(line, key);
			wake();
		},
		begun: async () => (view().lines.length > 0 ? await isBegun.promise : undefined),
		async settle(last) {
			end ??= last;
			hurry.resolve();
			wake();
			await working;
			if (failure !== undefined) throw failure;
			// Whoever shows it now notes what is shown.
			signal.throwIfAborted();
			return content.stands(view());
		},
		state: () => ({ shownAt: shown.at, away, failure }),
	};
}
