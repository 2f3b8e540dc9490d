import type { AgentEvent } from '../../../chat/events.ts';
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
	if (to) return await tellOne(deps, show, { key, message: sentence(text, key), to: discordUserOf(to.id)?.user });
	for (const [index, message] of (await deps.render('messages', [text, key])).entries()) {
		const word = { key: index === 0 ? key : `${key}/${index + 1}`, message };
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
}

interface WordToOne extends Word {
	/** Their user's id; undefined: they are nobody of Discord. */
	readonly to: string | undefined;
}

/**
 * Says something to one person alone: through their interaction, else directly. Discord has no whispers beside these. In a thread of ours
 * that they have written in a silent reply says it to those who take no direct messages; elsewhere it is in the log.
 */
async function tellOne(deps: ShowDeps, show: Show, word: WordToOne): Promise<void> {
	await shownOnce(deps, show, word.key, async () => {
		const whispered = await throughInteraction(deps, show.answers, word.message);
		return whispered ?? (await tellIn(deps, show, word, placesToOne(deps, show, word)));
	});
}

function placesToOne(deps: ShowDeps, { place, answers }: Show, { to }: WordToOne): readonly Place[] {
	if (to === undefined) return [];
	const direct: Place = async () => (place.kind === 'dm' ? { channel: place.channel } : await directTo(deps, to));
	const at = messageOfKey(answers ?? '');
	const inside: Place = async () => at && { channel: at.channel, replyTo: at.message };
	return place.kind === 'thread' && at?.channel === place.channel ? [direct, inside] : [direct];
}

/** What answers a command where no thread is goes to the person; all else is said in the thread. */
async function tell(deps: ShowDeps, show: Show, word: Word): Promise<string> {
	if (isForAll(deps, show)) return await tellAll(deps, show, word);
	const whispered = await throughInteraction(deps, show.answers, word.message);
	if (whispered !== undefined) return whispered;
	const { place } = show;
	if (place.kind !== 'private') return await postOrSay(deps, show, { ...word, instead });
	return await tellIn(deps, show, word, [async () => await directTo(deps, place.user)]);
}

async function tellIn(deps: ShowDeps, show: Show, word: Word, places: readonly Place[]): Promise<string> {
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
