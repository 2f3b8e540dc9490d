import type { AgentEvent } from '../../../agent/events.ts';
import type { DiscordMessage } from '../render/discord-message.ts';
import { sentence } from '../render/parts.ts';
import { discordUserOf, messageOfKey } from '../thread-keys.ts';
import { putLine } from './live-lines.ts';
import { directTo, type Place, postInOne, unseen } from './next-best.ts';
import { postOrSay, shownOnce } from './post.ts';
import type { Show, ShowDeps } from './show-deps.ts';
import { takeAwayDeferral, throughInteraction } from './through-interaction.ts';

export type NoticeEvent = Extract<AgentEvent, { type: 'notice' }>;

/** Shows a notice: for one person's eyes where that can be, as a line of a turn that is under way, or as a command's answer. */
export async function showNotice(deps: ShowDeps, show: Show, notice: NoticeEvent): Promise<void> {
	const { key, text, to } = notice;
	if (show.isTurn && !to) return await putLine(deps, show, key, { type: 'notice', text });
	const messages = to ? [sentence(text, key)] : await deps.render('messages', [text, key]);
	for (const [index, message] of messages.entries()) {
		const word = { key: index === 0 ? key : `${key}/${index + 1}`, message, to: discordUserOf(to?.id ?? '')?.user };
		await shownOnce(deps, show, word.key, () => tell(deps, show, word));
	}
}

/** Whether a notice comes when the answer is there: then it is a message below it, with those that follow it. */
export function comesAfter(show: Show, event: AgentEvent): event is NoticeEvent {
	return event.type === 'notice' && event.to === undefined && show.isTurn && show.answered;
}

interface Word {
	readonly key: string;
	readonly message: DiscordMessage;
	/** Whom it is for alone. */
	readonly to: string | undefined;
}

/**
 * Through the interaction that it answers. Discord has no whispers beside these: what is for one person is a silent reply to their
 * message, for which no thread is made; what answers a command where no thread is goes to the person.
 */
async function tell(deps: ShowDeps, show: Show, word: Word): Promise<string> {
	if (word.to === undefined && isForAll(deps, show)) return await tellAll(deps, show, word);
	const whispered = await throughInteraction(deps, show.answers, word.message);
	if (whispered !== undefined) return whispered;
	const places = placesFor(deps, show, word);
	if (places.length === 0) return await postOrSay(deps, show, { ...word, instead });
	const said = await postInOne(deps, show, { ...word, places });
	if (said === undefined) deps.log.warn('Discord takes a word to somebody nowhere', { thread: show.thread.id });
	return said ?? unseen;
}

function isForAll({ replies }: ShowDeps, { answers }: Show): boolean {
	return answers !== undefined && replies.of(answers)?.forAll === true;
}

/** Nobody needs the deferred answer beside it. */
async function tellAll(deps: ShowDeps, show: Show, word: Word): Promise<string> {
	const said = await postOrSay(deps, show, { ...word, instead });
	await takeAwayDeferral(deps, show.answers);
	return said;
}

const instead = { action: 'answer in the thread', words: '' };

/** Empty: the thread is where it belongs. */
function placesFor(deps: ShowDeps, { place, answers }: Show, { to }: Word): readonly Place[] {
	const isPrivate = place.kind === 'private';
	const at = to === undefined ? undefined : messageOfKey(answers ?? '');
	const user = isPrivate ? place.user : to;
	const reply: Place = async () => at && { channel: at.channel, replyTo: at.message };
	const direct: Place = async () => (user === undefined ? undefined : await directTo(deps, user));
	return at || isPrivate ? [reply, direct] : [];
}
