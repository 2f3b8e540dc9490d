import { messageOf } from '../../../base/errors.ts';
import { type Ground, type Marks, noSigns, type ShowScene } from '../../present/ground.ts';
import { astrayIn, removeAstray } from '../api/problems/astray.ts';
import { slackCode } from '../api/problems/slack-sentence.ts';
import { createSlackLive } from '../live/slack-live.ts';
import { neutralise } from '../render/markdown/neutralise.ts';
import { waitingMessage } from '../render/parts.ts';
import type { RenderedMessage } from '../render/rendered-message.ts';
import { createSlackSurface } from '../surface.ts';
import { messageKey, placeOf, placeOfKey, slackUserOf } from '../thread-keys.ts';
import { postEphemeral } from './ephemeral.ts';
import { createNextBest } from './next-best.ts';
import { beginSigns } from './signs.ts';
import type { SlackShowDeps } from './slack-show-deps.ts';

/** All that one turn, or one command's answer, is shown by in a thread of Slack. */
export async function enterThread(deps: SlackShowDeps, scene: ShowScene): Promise<Ground<RenderedMessage>> {
	await takeEarlierAstray(deps, scene);
	const place = placeOf(scene.thread);
	const { signs, onShown } = signsOf(deps, scene);
	return {
		...createSlackLive({ ...deps, onShown }, scene),
		surface: createSlackSurface(deps),
		signs,
		voice: {
			async toOne({ text, to }) {
				const message = { blocks: [], text: await deps.render('text', [neutralise(text)]) };
				return await postEphemeral(deps, scene, slackUserOf(to.id)?.user, message);
			},
		},
		marks: marksIn(deps, scene),
		nextBest: createNextBest(deps, scene),
		nowhere: place.ts,
	};
}

/** Of a turn; a command's answer has none. */
function signsOf(deps: SlackShowDeps, scene: ShowScene) {
	if (!scene.isTurn) return { signs: noSigns, onShown: () => {} };
	const place = placeOf(scene.thread);
	const running = deps.running.begin(scene.thread, scene.turn);
	running.add(messageKey(place));
	return {
		signs: beginSigns(deps, scene, running),
		onShown: (ts: string) => running.add(messageKey({ ...place, ts })),
	};
}

/** Takes away what an earlier process has left in the channel, its thread being gone: nothing more is posted there. Rejects as `Calls` do. */
async function takeEarlierAstray(deps: SlackShowDeps, { thread, session, alreadyShown }: ShowScene): Promise<void> {
	const left = astrayIn(alreadyShown.filter((row) => row.session === session));
	if (left.length > 0) deps.roots.removed(thread);
	for (const astray of left) await removeAstray(deps, astray, deps.signal);
}

/** A mark on the message, and for whoever wrote it what can be done. */
function marksIn(deps: SlackShowDeps, scene: ShowScene): Marks {
	return {
		async add(of, offers) {
			// The mark says it.
			deps.heard.over(of);
			if (!placeOfKey(of)) return;
			const author = slackUserOf(scene.progress.now().by?.id ?? '');
			const marked = deps.marks.add(of);
			if (offers && author) await offer(deps, scene, author.user, of);
			await marked;
		},
		remove: (of) => deps.marks.remove(of),
		drop: (of) => deps.heard.over(of),
	};
}

/** No more than help. */
async function offer(deps: SlackShowDeps, scene: ShowScene, user: string, of: string): Promise<void> {
	await postEphemeral(deps, scene, user, waitingMessage(of)).catch((error: unknown) => {
		deps.log.info('Slack does not show that a message waits', { reason: slackCode(error) ?? messageOf(error) });
	});
}
