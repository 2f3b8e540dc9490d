import { type APIChannel, type APIMessage, Routes } from 'discord-api-types/v10';
import type { Audience } from '../../../../chat/place.ts';
import type { Person, Thread } from '../../../../chat/thread.ts';
import { discordCode, discordSentence } from '../../api/problems/discord-sentence.ts';
import { audienceOf } from '../../decode/channel.ts';
import { type Meeting, mayBeginThread } from '../../decode/decode-interaction.ts';
import type { Files } from '../../decode/option-values.ts';
import { personMet } from '../../decode/who-spoke.ts';
import { plainLine } from '../../render/markdown/escape.ts';
import { asked, sentence } from '../../render/parts.ts';
import { interactionKey, placeOf, threadAt } from '../../thread-keys.ts';
import type { HandleDeps } from '../listen-deps.ts';
import { untilStored } from '../until-stored.ts';
import { askDenial, deny, isSeenByAll, metIn, whyNot } from './ask-rights.ts';
import type { Ask } from './asks.ts';
import { answerWith, deferralOf, says } from './respond.ts';

/** What somebody asks by a command. */
export interface Request {
	readonly text: string;
	readonly files: Files;
}

/**
 * Takes in what somebody asks: in the thread or the direct conversation where they do, else in a thread of its own, which begins on the
 * answer that Discord waits for. It is kept until it is stored. Who was told by Discord that it did not work asks once more: it is dropped.
 */
export async function handleAsk(meeting: Meeting, request: Request, deps: HandleDeps): Promise<void> {
	const ask = askOf(meeting, request);
	const why = isSeenByAll(ask) ? await whyNot(ask, deps) : undefined;
	if (why !== undefined) return await answerWith(meeting, 'says', async () => says(why), deps);
	const done = await deps.asks.keep(ask);
	deps.replies.remember(meeting.key, meeting.reply);
	const answer = deferFirst(meeting, ask, deps);
	await inTurn(ask, deps, async () => {
		const answered = await answer;
		if (answered?.outcome === 'too-late') {
			deps.log.warn('Discord did not wait for the answer to a request');
			await done();
		} else await finishAsk(ask, answered, done, deps);
	});
}

async function deferFirst(meeting: Meeting, { goesOn }: Ask, { answers, signal, log }: HandleDeps) {
	const deferral = deferralOf(goesOn === 'directly' ? 'says' : 'shows');
	try {
		return await answers.respond(meeting.interaction, deferral, signal);
	} catch (error) {
		log.warn('What became of an answer to Discord is not known', { err: error });
		return undefined;
	} finally {
		meeting.responded();
	}
}

/** After what was said before it where it is asked. */
function inTurn({ id, goesOn, channel }: Ask, deps: HandleDeps, work: () => Promise<void>): Promise<void> {
	return goesOn === 'inside' ? deps.inTurn({ id, channel: channel.id }, work) : work();
}

interface Asked extends Request {
	readonly key: string;
	readonly at: string;
	readonly thread: Thread;
	readonly person: Person;
	readonly withEarlier?: boolean;
	readonly audience?: Audience | undefined;
}

async function accept({ withEarlier, files, audience, ...rest }: Asked, deps: HandleDeps): Promise<void> {
	deps.authors.remember(rest.key, rest.person);
	await deps.accept({
		...rest,
		type: 'message',
		files: [...files],
		...(withEarlier && { withEarlier }),
		...(audience && { audience }),
	});
}

function askOf(meeting: Meeting, { text, files }: Request): Ask {
	const { interaction, at, user, member, channel, inside } = meeting;
	const { id, username, global_name } = user;
	const { id: channelId, type, guild, parent } = channel;
	return {
		id: interaction.id,
		token: interaction.token,
		at,
		user: { id, username, global_name },
		...(member && { member: { nick: member.nick, roles: [...member.roles] } }),
		channel: {
			...{ id: channelId, type },
			...(guild !== undefined && { guild }),
			...(parent !== undefined && { parent }),
		},
		text,
		files: [...files],
		...(inside
			? { goesOn: 'inside', thread: threadAt(inside).id }
			: { goesOn: mayBeginThread(meeting) ? 'in-channel' : 'directly' }),
	};
}

/** Goes on with what an earlier process has left behind while it was being asked. */
export async function resumeAsk(ask: Ask, done: () => Promise<void>, deps: HandleDeps): Promise<void> {
	await inTurn(ask, deps, () => finishAsk(ask, undefined, done, deps));
}

async function finishAsk(
	ask: Ask,
	answered: { readonly message: string | undefined } | undefined,
	done: () => Promise<void>,
	deps: HandleDeps,
): Promise<void> {
	// Only where a thread begins on it, it must be known which message it is.
	const needsMessage = answered === undefined || ask.goesOn === 'in-channel';
	const original = answered?.message ?? (needsMessage ? await untilStored(() => originalOf(ask, deps), deps) : '');
	if (original === undefined) await sayLost(ask, deps);
	else if (ask.thread !== undefined) await goOnInside(ask, { platform: 'discord', id: ask.thread }, deps);
	else if (ask.goesOn === 'in-channel') await beginInChannel(ask, original, deps);
	else await beginDirectly(ask, deps);
	await done();
}

async function goOnInside(ask: Ask, thread: Thread, deps: HandleDeps): Promise<void> {
	const { id, at, user, member, text, files } = ask;
	const person = await untilStored(() => personMet(metIn(ask), deps), deps);
	const why = askDenial(ask, person, deps);
	if (why !== undefined) return await deny(ask, why, deps);
	const shown = show(ask, asked(nameIn({ user, member }), text, files), deps);
	await untilStored(async () => {
		const isNew = placeOf(thread).kind === 'thread' && (await deps.bindings.sessionOf(thread)) === undefined;
		await accept(
			{ key: interactionKey(id), at, thread, person, text, files, withEarlier: isNew, audience: heardIn(ask, deps) },
			deps,
		);
	}, deps);
	await shown;
}

/** The message that answers the interaction; undefined when there is none, or not any more. */
async function originalOf({ token }: Ask, { calls, self, signal }: HandleDeps): Promise<string | undefined> {
	const route = Routes.webhookMessage(self.application, token, '@original');
	try {
		return (await calls.run<APIMessage>({ method: 'GET', route }, signal)).id;
	} catch (error) {
		if (discordCode(error) === undefined) throw error;
		return undefined;
	}
}

async function beginInChannel(ask: Ask, message: string, deps: HandleDeps): Promise<void> {
	const { id, at, user, member, channel, text, files } = ask;
	const place = { kind: 'thread', guild: channel.guild ?? '', parent: channel.id, channel: message } as const;
	const thread = threadAt(place);
	const person = await untilStored(() => personMet(metIn(ask), deps), deps);
	const why = askDenial(ask, person, deps);
	if (why !== undefined) return await deny(ask, why, deps);
	const shown = show(ask, asked(nameIn({ user, member }), text, files), deps);
	const words = { key: interactionKey(id), at, thread, person, text, files, audience: heardIn(ask, deps) };
	await untilStored(() => accept(words, deps), deps);
	await shown;
	deps.beginThread(place, text);
}

/** Who may read where it was asked; a channel that is not known now counts as private. */
function heardIn({ channel }: Ask, { places }: HandleDeps): Audience | undefined {
	const known = places.channels.get(channel.id);
	return known && audienceOf(known, places);
}

/** Where no thread can be, the person's direct conversation is one. */
async function beginDirectly(ask: Ask, deps: HandleDeps): Promise<void> {
	const { id, at, user, member, text, files } = ask;
	const key = interactionKey(id);
	try {
		const person = await untilStored(() => personMet(metIn(ask), deps), deps);
		const why = askDenial(ask, person, deps);
		if (why !== undefined) return await deny(ask, why, deps);
		const channel = await openDirect(user.id, deps);
		const message = asked(nameIn({ user, member }), text, files);
		await deps.postOnce({ channel, key: `${key}/asked`, message, silent: true }, deps.signal);
		const thread = threadAt({ kind: 'dm', channel });
		await untilStored(() => accept({ key, at, thread, person, text, files }, deps), deps);
		await show(ask, sentence(`No thread can be opened here. I answer you directly: ${linkTo('@me', channel)}`), deps);
	} catch (error) {
		if (discordCode(error) === undefined) throw error;
		await show(ask, sentence(discordSentence('answer you here, or write to you directly', error)), deps);
	}
}

/** The direct conversation with somebody, opened where it is not there yet. Rejects as `Calls` do. */
export async function openDirect(user: string, { calls, signal }: HandleDeps): Promise<string> {
	const body = { recipient_id: user };
	const { id } = await calls.run<APIChannel>({ method: 'POST', route: Routes.userChannels(), body }, signal);
	return id;
}

/** The address of a channel or a thread. `guild`: `@me` for direct conversations. Pure. */
export function linkTo(guild: string, channel: string): string {
	return `https://discord.com/channels/${guild}/${channel}`;
}

/** That the answer is not shown is no reason not to work. */
async function show(ask: Ask, message: ReturnType<typeof sentence>, deps: HandleDeps): Promise<void> {
	const { answers, self, signal, log } = deps;
	const reply = { application: self.application, token: ask.token, deferred: true };
	await answers.editOriginal(reply, message, signal).catch((error: unknown) => {
		log.warn('What was asked cannot be shown', { err: error });
	});
}

/** Nobody can answer any more what was asked when the bot went away. */
async function sayLost(ask: Ask, deps: HandleDeps): Promise<void> {
	const { id, user, member, channel, text, goesOn } = ask;
	if (goesOn === 'directly') return;
	// All see it: somebody who has no rights any more hears nothing.
	const person = await untilStored(() => personMet(metIn(ask), deps), deps);
	if (askDenial(ask, person, deps) !== undefined) return;
	const key = `${interactionKey(id)}/lost`;
	const words = `**${plainLine(nameIn({ user, member }), 100)}**, I was away when you asked: ${text.slice(0, 1000)}\nPlease ask once more.`;
	const post = { channel: channel.id, key, message: sentence(words, key) };
	await deps.postOnce(post, deps.signal).catch((error: unknown) => {
		deps.log.warn('A request was lost, and nobody can be told', { err: error });
	});
}

function nameIn({ user, member }: Pick<Ask, 'user' | 'member'>): string {
	return member?.nick || user.global_name || user.username;
}
