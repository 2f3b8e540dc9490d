import type { Question } from '../../../chat/question.ts';
import type { ShowScene, Voice, Word } from '../../present/ground.ts';
import { noteShown } from '../../present/show/post-once.ts';
import type { Surface } from '../../present/surface.ts';
import type { DiscordMessage } from '../render/discord-message.ts';
import { sentence } from '../render/parts.ts';
import { discordUserOf, messageOfKey } from '../thread-keys.ts';
import { directTo } from './direct-to.ts';
import { type At, postInOne, type Target } from './elsewhere.ts';
import type { DiscordShowDeps } from './show-deps.ts';
import { unseen } from './shown-ids.ts';
import type { Site } from './site.ts';
import { takeAwayDeferral, throughInteraction } from './through-interaction.ts';

interface VoiceOf {
	readonly site: Site;
	readonly surface: Surface<DiscordMessage>;
}

/** Speaks to people through their interactions, where they made one; else directly, or in the thread. */
export function createVoice(deps: DiscordShowDeps, scene: ShowScene, { site, surface }: VoiceOf): Voice {
	const at: At = { deps, scene, place: site.place };
	return {
		toOne: ({ key, text, to }) => tellOne(at, { key, message: sentence(text, key) }, discordUserOf(to.id)?.user),
		reply: (word) => reply(at, surface, word),
		// Nobody needs the deferred answer of a command that asks beside its question.
		asked: async (_question: Question) => await takeAwayDeferral(deps, scene.answers),
	};
}

interface Said {
	readonly key: string;
	readonly message: DiscordMessage;
}

/**
 * Says something to one person alone: through their interaction, else directly. Discord has no whispers beside these. In a thread of ours
 * that they have written in a silent reply says it to those who take no direct messages; elsewhere it is in the log.
 */
async function tellOne(at: At, said: Said, to: string | undefined): Promise<string> {
	const answered = await throughInteraction(at.deps, at.scene.answers, said.message);
	return answered ?? (await tellIn(at, said, placesToOne(at, to)));
}

function placesToOne({ deps, scene, place }: At, to: string | undefined): readonly Target[] {
	if (to === undefined) return [];
	const direct: Target = async () => (place.kind === 'dm' ? { channel: place.channel } : await directTo(deps, to));
	const asked = messageOfKey(scene.answers ?? '');
	const inside: Target = async () => asked && { channel: asked.channel, replyTo: asked.message };
	return place.kind === 'thread' && asked?.channel === place.channel ? [direct, inside] : [direct];
}

async function reply(at: At, surface: Surface<DiscordMessage>, { key, text }: Word): Promise<void> {
	const messages = await at.deps.render('messages', [text, key]);
	for (const [index, message] of messages.entries()) {
		const said = { key: index === 0 ? key : `${key}/${index + 1}`, message };
		await noteShown(at.deps.once, at.scene, said.key, () => tell(at, surface, said));
	}
}

/** Answers to a command where no thread is go to the person; all else is said in the thread. */
async function tell(at: At, surface: Surface<DiscordMessage>, said: Said): Promise<string> {
	const { deps, scene, place } = at;
	if (isForAll(at)) return await tellAll(at, surface, said);
	const answered = await throughInteraction(deps, scene.answers, said.message);
	if (answered !== undefined) return answered;
	if (place.kind !== 'private') return await post(at, surface, said);
	return await tellIn(at, said, [async () => await directTo(deps, place.user)]);
}

async function tellIn(at: At, said: Said, places: readonly Target[]): Promise<string> {
	const id = await postInOne(at, { ...said, places });
	if (id === undefined) at.deps.log.warn('Discord takes a word to somebody nowhere', { thread: at.scene.thread.id });
	return id ?? unseen;
}

function isForAll({ deps, scene: { answers } }: At): boolean {
	return answers !== undefined && deps.replies.of(answers)?.forAll === true;
}

/** Nobody needs the deferred answer beside it. */
async function tellAll(at: At, surface: Surface<DiscordMessage>, said: Said): Promise<string> {
	const id = await post(at, surface, said);
	await takeAwayDeferral(at.deps, at.scene.answers);
	return id;
}

function post({ deps, scene }: At, surface: Surface<DiscordMessage>, { key, message }: Said): Promise<string> {
	const { thread, session, turn } = scene;
	const instead = { key, action: 'answer in the thread', words: '' };
	return surface.post({ thread, session, turn, keys: [key], message, instead }, deps.signal);
}
