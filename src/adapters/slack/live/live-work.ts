import { messageOf } from '../../../base/errors.ts';
import { slackCode } from '../api/problems/slack-sentence.ts';
import { createLiveContent, type LiveContent } from './live-content.ts';
import type { LiveDeps } from './live-deps.ts';
import { type LiveState, liveBegun, over } from './live-state.ts';
import type { SlackShowScene } from './slack-scene.ts';

/** A turn's live messages and what they work with. */
export interface Work {
	readonly deps: LiveDeps;
	readonly scene: SlackShowScene;
	readonly content: LiveContent;
	state: LiveState;
	/** Settles when its first message is there, or cannot be. */
	readonly begun: PromiseWithResolvers<string>;
	/** Calls off what goes to Slack as it comes; fired by `endNow` alone. */
	readonly ending: AbortController;
	/** Fires with that, and when the adapter leaves. */
	readonly signal: AbortSignal;
	/** It is begun once, in `showing`, and never rejects. */
	running: Promise<void> | undefined;
	/** Calls off the wait for more words. */
	callOff: (() => void) | undefined;
}

/** Before anything is shown. */
export function createWork(deps: LiveDeps, scene: SlackShowScene, first: number): Work {
	const begun = Promise.withResolvers<string>();
	begun.promise.catch(() => {});
	const ending = new AbortController();
	const signal = AbortSignal.any([deps.signal, ending.signal]);
	return {
		...{ deps, scene, content: createLiveContent(), state: liveBegun(first) },
		...{ begun, ending, signal, running: undefined, callOff: undefined },
	};
}

/** Its state is replaced. */
export function move(work: Work, change: (state: LiveState) => LiveState): void {
	work.state = change(work.state);
}

/** Nothing more is shown as it comes, and what is under way is called off. The first reason counts. */
export function endNow(work: Work, why: Error): void {
	move(work, over);
	work.ending.abort(why);
}

/** Logs a failure of something that is live only. */
export function logged({ deps, signal }: Work, what: string): (error: unknown) => void {
	return (error) => {
		deps.signal.throwIfAborted();
		if (!signal.aborted) deps.log.info(what, { reason: slackCode(error) ?? messageOf(error) });
	};
}
