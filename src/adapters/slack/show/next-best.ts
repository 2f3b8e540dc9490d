import { cutText } from '../../../base/cut-text.ts';
import { PlaceGoneError } from '../../../base/errors.ts';
import type { AgentEvent } from '../../../chat/events.ts';
import type { Person } from '../../../chat/thread.ts';
import { type DirectPost, postDirectly } from '../api/post-direct.ts';
import { slackCode, slackSentence } from '../api/problems/slack-sentence.ts';
import { slackTrouble } from '../api/problems/trouble.ts';
import { ThreadGoneError } from '../api/roots.ts';
import { neverPosted } from '../live/live-part.ts';
import { toMrkdwn } from '../render/markdown/mrkdwn.ts';
import { neutralise } from '../render/markdown/neutralise.ts';
import { slackUserOf } from '../thread-keys.ts';
import { rowOf } from './post.ts';
import type { Show, ShowDeps } from './show-deps.ts';
import { takeOwnAstray } from './take-astray.ts';

/** Slack's words for a channel or a thread that takes nothing from us, and will not before somebody changes something. */
const refusals =
	/^(channel_not_found|not_in_channel|is_archived|is_inactive|no_permission|access_denied|cannot_reply_to_message|thread_not_found|messages_tab_disabled|posting_to_channel_denied|ekm_access_denied|enterprise_is_restricted|restricted_action.*)$/;

/** Whether nothing can be posted in a thread any more. */
function isBarred(error: unknown): boolean {
	return error instanceof ThreadGoneError || refusals.test(slackCode(error) ?? '');
}

/**
 * Shows events in the thread; once that takes nothing any more, whoever asked is told. Rejects as `act` does for all else, and as it did where
 * nobody can be told of a place that may come back.
 */
export async function orElsewhere(
	deps: ShowDeps,
	show: Show,
	events: readonly AgentEvent[],
	act: () => Promise<void>,
): Promise<void> {
	try {
		if (show.barred === undefined) return await act();
	} catch (error) {
		if (!isBarred(error)) throw error;
		show.barred = error;
	}
	for (const event of events) await tellAsker(deps, show, event);
}

/**
 * Says directly to whoever asked, or whose alone it is, what their thread does not take, with why and how it begins: never to others. A
 * thread whose first message was deleted is answered nowhere: the session keeps it. What nobody can be told is kept until somebody lets the
 * bot in again: then it rejects with why the thread takes nothing. Rejects as the outbox does too, and as `Calls` do for all but refusals.
 */
async function tellAsker(deps: ShowDeps, show: Show, event: AgentEvent): Promise<void> {
	const unsaid = unsaidIn(show, event);
	if (!unsaid) return;
	const { session, thread, turn, by, barred } = show;
	const user = slackUserOf((unsaid.to ?? by)?.id ?? '')?.user;
	if (user === undefined || isDeleted(barred)) return untold(deps, show);
	const why = `⚠️ ${slackSentence(unsaid.action, barred)}`;
	const text = neutralise([why, ...quoted(unsaid.words)].join('\n'));
	const key = `${unsaid.key}/direct`;
	const { id } = await deps.outbox.intend({ session, thread, turn, key });
	if (id !== undefined && id !== neverPosted) return;
	const leftAfter = rowOf(show, key) && (show.after ?? show.place.ts);
	const ts = await postTo(deps, show, { user, key, text, leftAfter });
	await deps.outbox.sent(session, key, ts ?? neverPosted);
	if (ts === undefined) untold(deps, show);
}

/** Throws what keeps us out where that may pass. */
function untold({ log }: ShowDeps, { barred, thread }: Show): void {
	if (!isDeleted(barred) && slackTrouble(barred, thread) instanceof PlaceGoneError) throw barred;
	log.warn('Slack takes this nowhere', { err: barred, thread: thread.id });
}

function isDeleted(error: unknown): boolean {
	return error instanceof ThreadGoneError || slackCode(error) === 'thread_not_found';
}

interface Unsaid {
	readonly key: string;
	/** What could not be done: "show the answer". */
	readonly action: string;
	/** Markdown. */
	readonly words: string;
	/** For this person's eyes only; else for whoever asked. */
	readonly to?: Person | undefined;
}

function unsaidIn({ unsaid }: Show, event: AgentEvent): Unsaid | undefined {
	switch (event.type) {
		case 'message':
			if (!event.final) return undefined;
			return { key: event.key, action: 'show the answer in its thread', words: event.text };
		case 'question':
			return { key: event.key, action: 'ask in the thread', words: event.question.text };
		case 'notice':
			return { key: event.key, action: 'say this in its thread', words: event.text, to: event.to };
		case 'artifact':
			unsaid.push(event.name);
			return undefined;
		case 'turn-ended':
			return endIn(unsaid, event);
		default:
			return undefined;
	}
}

function endIn(files: readonly string[], event: Extract<AgentEvent, { type: 'turn-ended' }>): Unsaid | undefined {
	const names = files.map((name) => `"${name}"`).join(', ');
	const words = [
		...(event.outcome === 'failed' ? [event.reason] : []),
		...(names ? [`Not handed over: ${names}`] : []),
	];
	if (words.length === 0) return undefined;
	return { key: event.key, action: 'show in the thread how this ended', words: words.join('\n') };
}

/** Characters of what could not be said. */
const longestWords = 1200;

function quoted(words: string): string[] {
	if (words.trim() === '') return [];
	return ['It says:', toMrkdwn(cutText(words.trim(), longestWords)).replaceAll(/^/gm, '> ')];
}

/** Into the direct conversation; resolves with its `ts`, or with undefined where Slack refuses it. */
async function postTo(deps: ShowDeps, { place }: Show, post: Omit<DirectPost, 'team'>): Promise<string | undefined> {
	try {
		return (await postDirectly(deps, { ...post, team: place.team }, deps.signal)).ts;
	} catch (error) {
		if (slackCode(error) === undefined) throw error;
		deps.log.warn('Slack does not let somebody be told directly', { user: post.user, reason: slackCode(error) });
		return undefined;
	}
}

/**
 * What the thread does not take, and whoever asked was told of, counts as shown. What came into the channel instead is taken away: while
 * that cannot be done this rejects, as `Calls` do.
 */
export async function noteUnshown(deps: ShowDeps, show: Show): Promise<void> {
	const { session, turn } = show;
	const open = (await deps.outbox.rows(session, turn)).filter(({ id }) => id === undefined);
	for (const { key } of open) await deps.outbox.sent(session, key, neverPosted);
	await takeOwnAstray(deps, show);
}
