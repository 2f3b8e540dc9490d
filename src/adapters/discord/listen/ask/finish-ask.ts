import { type APIMessage, Routes } from 'discord-api-types/v10';
import type { Inbound } from '../../../../chat/inbound.ts';
import type { Audience } from '../../../../chat/place.ts';
import type { Person, Thread } from '../../../../chat/thread.ts';
import { isOurs } from '../../../intake/handle-message.ts';
import { linkTo, openDirect } from '../../api/direct.ts';
import { discordCode, discordSentence } from '../../api/problems/discord-sentence.ts';
import { audienceOf } from '../../decode/channel.ts';
import { personMet } from '../../decode/who-spoke.ts';
import type { DiscordMessage } from '../../render/discord-message.ts';
import { plainLine } from '../../render/markdown/escape.ts';
import { asked, sentence } from '../../render/parts.ts';
import { interactionKey, placeOf, threadAt } from '../../thread-keys.ts';
import type { HandleDeps } from '../listen-deps.ts';
import { untilStored } from '../until-stored.ts';
import { askDenial, deny, metIn } from './ask-rights.ts';
import type { Ask } from './asks.ts';

/**
 * Takes a request in, once Discord has been answered; `answered` is undefined where nobody knows whether it was. Where the answer is gone,
 * whoever asked is told to ask again.
 */
export async function finishAsk(
	ask: Ask,
	answered: { readonly message: string | undefined } | undefined,
	deps: HandleDeps,
): Promise<void> {
	// Only where a thread begins on it, it must be known which message it is.
	const needsMessage = answered === undefined || ask.goesOn === 'in-channel';
	const original = answered?.message ?? (needsMessage ? await untilStored(() => originalOf(ask, deps), deps) : '');
	if (original === undefined) await sayLost(ask, deps);
	else if (ask.thread !== undefined) await goOnInside(ask, { platform: 'discord', id: ask.thread }, deps);
	else if (ask.goesOn === 'in-channel') await beginInChannel(ask, original, deps);
	else await beginDirectly(ask, deps);
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

async function goOnInside(ask: Ask, thread: Thread, deps: HandleDeps): Promise<void> {
	await ifAllowed(ask, deps, async (person) => {
		const shown = showAsked(ask, deps);
		await untilStored(async () => {
			const isNew = placeOf(thread).kind === 'thread' && !(await isOurs(thread, deps));
			await accept(ask, { thread, person, audience: audienceIn(ask, deps), withEarlier: isNew }, deps);
		}, deps);
		await shown;
	});
}

async function beginInChannel(ask: Ask, message: string, deps: HandleDeps): Promise<void> {
	const { channel, text } = ask;
	const place = { kind: 'thread', guild: channel.guild ?? '', parent: channel.id, channel: message } as const;
	await ifAllowed(ask, deps, async (person) => {
		const shown = showAsked(ask, deps);
		const where = { thread: threadAt(place), person, audience: audienceIn(ask, deps) };
		await untilStored(() => accept(ask, where, deps), deps);
		await shown;
		deps.beginThread(place, text);
	});
}

/** Where no thread can be, the person's direct conversation is one. */
async function beginDirectly(ask: Ask, deps: HandleDeps): Promise<void> {
	try {
		await ifAllowed(ask, deps, (person) => goOnDirectly(ask, person, deps));
	} catch (error) {
		if (discordCode(error) === undefined) throw error;
		await show(ask, sentence(discordSentence('answer you here, or write to you directly', error)), deps);
	}
}

async function goOnDirectly(ask: Ask, person: Person, deps: HandleDeps): Promise<void> {
	const channel = await openDirect(ask.user.id, deps);
	const post = { channel, key: `${interactionKey(ask.id)}/asked`, message: wordsOf(ask), silent: true };
	await deps.postOnce(post, deps.signal);
	const thread = threadAt({ kind: 'dm', channel });
	await untilStored(() => accept(ask, { thread, person }, deps), deps);
	await show(ask, sentence(`No thread can be opened here. I answer you directly: ${linkTo('@me', channel)}`), deps);
}

async function ifAllowed(ask: Ask, deps: HandleDeps, work: (person: Person) => Promise<void>): Promise<void> {
	const person = await personOf(ask, deps);
	const why = askDenial(ask, person, deps);
	if (why === undefined) await work(person);
	else await deny(ask, why, deps);
}

function personOf(ask: Ask, deps: HandleDeps): Promise<Person> {
	return untilStored(() => personMet(metIn(ask), deps), deps);
}

interface Where extends Pick<Inbound, 'thread' | 'person'> {
	readonly audience?: Audience | undefined;
	readonly withEarlier?: boolean;
}

async function accept(
	{ id, at, text, files, command }: Ask,
	{ thread, person, audience, withEarlier }: Where,
	deps: HandleDeps,
): Promise<void> {
	const key = interactionKey(id);
	deps.authors.remember(key, person);
	const common = { key, thread, person, at, ...(audience && { audience }) };
	if (command) await deps.accept({ ...common, ...command, type: 'command' });
	else await deps.accept({ ...common, text, files: [...files], ...(withEarlier && { withEarlier }), type: 'message' });
}

/** Who may read where it was asked; a channel that is not known now counts as private. */
function audienceIn({ channel }: Ask, { places }: HandleDeps): Audience | undefined {
	const known = places.channels.get(channel.id);
	return known && audienceOf(known, places);
}

function wordsOf({ user, member, text, files }: Ask): DiscordMessage {
	return asked(nameIn({ user, member }), text, files);
}

function showAsked(ask: Ask, deps: HandleDeps): Promise<void> {
	return show(ask, wordsOf(ask), deps);
}

/** The work goes on even if the answer cannot be shown. */
async function show(ask: Ask, message: DiscordMessage, deps: HandleDeps): Promise<void> {
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
	if (askDenial(ask, await personOf(ask, deps), deps) !== undefined) return;
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
