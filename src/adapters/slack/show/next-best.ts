import { PlaceGoneError } from '../../../base/errors.ts';
import { cutText } from '../../../base/text/cut-text.ts';
import type { NextBest, ShowScene } from '../../present/ground.ts';
import { rowOf } from '../../present/show/post-once.ts';
import type { Unsaid } from '../../present/surface.ts';
import { type DirectPost, postDirectly } from '../api/post-direct.ts';
import { astrayIn, removeAstray } from '../api/problems/astray.ts';
import { slackCode, slackSentence } from '../api/problems/slack-sentence.ts';
import { slackTrouble } from '../api/problems/trouble.ts';
import { ThreadGoneError } from '../api/roots.ts';
import { neverPosted } from '../live/live-part.ts';
import { begunAfter } from '../live/slack-scene.ts';
import { toMrkdwn } from '../render/markdown/mrkdwn.ts';
import { neutralise } from '../render/markdown/neutralise.ts';
import { placeOf, slackUserOf } from '../thread-keys.ts';
import type { SlackShowDeps } from './slack-show-deps.ts';

/** Slack's words for a channel or a thread that takes nothing from us, and will not before somebody changes something. */
const refusals =
	/^(channel_not_found|not_in_channel|is_archived|is_inactive|no_permission|access_denied|cannot_reply_to_message|thread_not_found|messages_tab_disabled|posting_to_channel_denied|ekm_access_denied|enterprise_is_restricted|restricted_action.*)$/;

/** Says directly to whoever asked, or whose alone it is, what their thread does not take: never to others. */
export function createNextBest(deps: SlackShowDeps, scene: ShowScene): NextBest {
	return {
		isBarred: (error) => error instanceof ThreadGoneError || refusals.test(slackCode(error) ?? ''),
		say: (unsaid, why) => tellAsker(deps, scene, unsaid, why),
		end: () => noteUnshown(deps, scene),
	};
}

/**
 * With why, and how it begins. A thread whose first message was deleted is answered nowhere: the session keeps it. What nobody can be told
 * is kept until somebody lets the bot in again: then it rejects with why the thread takes nothing. Rejects as the outbox does too, and as
 * `Calls` do for all but refusals.
 */
async function tellAsker(deps: SlackShowDeps, scene: ShowScene, unsaid: Unsaid, barred: unknown): Promise<void> {
	const { session, thread, turn, progress } = scene;
	const user = slackUserOf((unsaid.to ?? progress.now().by)?.id ?? '')?.user;
	if (user === undefined || isDeleted(barred)) return untold(deps, scene, barred);
	const why = `⚠️ ${slackSentence(unsaid.action, barred)}`;
	const text = neutralise([why, ...quoted(unsaid.words)].join('\n'));
	const key = `${unsaid.key}/direct`;
	const { id } = await deps.outbox.intend({ session, thread, turn, key });
	if (id !== undefined && id !== neverPosted) return;
	const leftAfter = rowOf(scene, key) && begunAfter(scene);
	const ts = await postTo(deps, scene, { user, key, text, leftAfter });
	await deps.outbox.sent(session, key, ts ?? neverPosted);
	if (ts === undefined) untold(deps, scene, barred);
}

/** Throws what keeps us out where that may pass. */
function untold({ log }: SlackShowDeps, { thread }: ShowScene, barred: unknown): void {
	if (!isDeleted(barred) && slackTrouble(barred, thread) instanceof PlaceGoneError) throw barred;
	log.warn('Slack takes this nowhere', { err: barred, thread: thread.id });
}

function isDeleted(error: unknown): boolean {
	return error instanceof ThreadGoneError || slackCode(error) === 'thread_not_found';
}

/** Characters of what could not be said. */
const longestWords = 1200;

function quoted(words: string): string[] {
	if (words.trim() === '') return [];
	return ['It says:', toMrkdwn(cutText(words.trim(), longestWords)).replaceAll(/^/gm, '> ')];
}

/** Into the direct conversation; resolves with its `ts`, or with undefined where Slack refuses it. */
async function postTo(
	deps: SlackShowDeps,
	{ thread }: ShowScene,
	post: Omit<DirectPost, 'team'>,
): Promise<string | undefined> {
	try {
		return (await postDirectly(deps, { ...post, team: placeOf(thread).team }, deps.signal)).ts;
	} catch (error) {
		if (slackCode(error) === undefined) throw error;
		deps.log.warn('Slack does not let somebody be told directly', { user: post.user, reason: slackCode(error) });
		return undefined;
	}
}

/**
 * Counts as shown whatever the thread does not take and whoever asked was told of. A post that came into the channel instead is taken away: while
 * that cannot be done this rejects, as `Calls` do.
 */
async function noteUnshown(deps: SlackShowDeps, { session, turn }: ShowScene): Promise<void> {
	const open = (await deps.outbox.rows(session, turn)).filter(({ id }) => id === undefined);
	for (const { key } of open) await deps.outbox.sent(session, key, neverPosted);
	const rows = await deps.outbox.rows(session, turn);
	for (const astray of astrayIn(rows)) await removeAstray(deps, astray, deps.signal);
}
