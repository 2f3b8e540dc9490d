import {
	type APIMessage,
	type APIMessageComponentInteraction,
	ComponentType,
	MessageFlags,
} from 'discord-api-types/v10';
import type { Person, Thread } from '../../../chat/thread.ts';
import { type Acting, handlePress, type Press, type Shown } from '../../intake/press.ts';
import { liveKey } from '../../present/live/live-parts.ts';
import { hasMarkers, shows } from '../api/find-posted.ts';
import { type CustomId, readCustomId } from '../custom-ids.ts';
import { type Meeting, personIn, privatePlace } from '../decode/decode-interaction.ts';
import { discordUserOf, threadAt } from '../thread-keys.ts';
import { answerWith, type Ending, says } from './ask/respond.ts';
import { acceptFrom, type HandleDeps } from './listen-deps.ts';
import { openQuestion } from './questions.ts';

/** A click, and where it was. */
interface Click {
	readonly meeting: Meeting;
	readonly interaction: APIMessageComponentInteraction;
	readonly thread: Thread;
	readonly deps: HandleDeps;
}

const quiet: Ending = { kind: 'quiet' };

/** Takes in a click on one of our buttons, or a choice. Whatever it needs is in the button and in the store. */
export async function handleClick(
	meeting: Meeting,
	interaction: APIMessageComponentInteraction,
	deps: HandleDeps,
): Promise<void> {
	const id = readCustomId(interaction.data.custom_id);
	const thread = threadAt(meeting.inside ?? privatePlace(meeting));
	const click = { meeting, interaction, thread, deps };
	await answerWith(meeting, 'quiet', async () => (id ? await act(click, id) : quiet), deps);
}

async function act(click: Click, id: CustomId): Promise<Ending> {
	if (id.does === 'stop') return await stop(click);
	const press = pressOf(id, click.interaction);
	if (!press) return quiet;
	const { meeting, thread, deps } = click;
	const questionOf = (digest: string) => openQuestion(thread, digest, deps);
	const shown = await handlePress(press, actingIn(click), { ...deps, accept: acceptFrom(meeting, deps), questionOf });
	return await endingFor(shown, press, click);
}

function actingIn({ meeting, thread, deps }: Click): Acting {
	return { key: meeting.key, thread, at: meeting.at, person: () => personIn(meeting, deps) };
}

/** Undefined for a form, which is sent, not clicked. */
function pressOf(
	id: Exclude<CustomId, { does: 'stop' }>,
	interaction: APIMessageComponentInteraction,
): Press | undefined {
	switch (id.does) {
		case 'select':
			return { does: 'choose', question: id.question, choice: chosen(interaction) };
		case 'form':
			return undefined;
		default:
			return id;
	}
}

function chosen({ data }: APIMessageComponentInteraction): number {
	return data.component_type === ComponentType.StringSelect ? Number(data.values[0] ?? Number.NaN) : Number.NaN;
}

/** A form can be opened for three seconds after the click: as long as that leaves time for its own call, ms. */
const formMs = 1500;

async function endingFor(shown: Shown, press: Press, click: Click): Promise<Ending> {
	switch (shown.kind) {
		case 'nothing':
			return quiet;
		case 'thanks':
			return says('Thank you.');
		case 'sentence':
			return says(shown.text);
		case 'form':
			return { kind: 'form', form: await click.deps.render('form', [shown.question], formMs) };
		case 'message-handled':
			if ('of' in press) removeWords(click, press.of, shown);
			return quiet;
	}
}

/**
 * The words with the button are done with: at once where nobody else sees them, or where the message is the presser's own; else the show
 * removes them when the core has done it, for it may not be theirs to do.
 */
function removeWords(click: Click, of: string, { answer, person }: Extract<Shown, { kind: 'message-handled' }>): void {
	const { deps, interaction } = click;
	const isOwn = isEphemeral(interaction) || isAuthor(deps.authors.of(of), person);
	if (isOwn && answer !== 'denied') deps.background('Words that are done with cannot be taken away', removeNow(click));
}

function isEphemeral({ message }: APIMessageComponentInteraction): boolean {
	return ((message.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
}

/** The show may have been quicker. */
async function removeNow({ meeting: { reply }, deps: { answers, signal } }: Click): Promise<void> {
	await reply.ready;
	await answers.removeOriginal(reply, signal);
}

/** Only in a thread whose turn runs: a button that was left over stops no later one. */
async function stop(click: Click): Promise<Ending> {
	const { meeting, interaction, deps } = click;
	const running = deps.running.at(meeting.channel.id);
	if (!running) return says('Nothing is running.');
	const { thread, turn } = running;
	const isOurs = showsTurn(interaction.message, turn);
	if (!isOurs && hasMarkers(interaction.message)) return says('That turn has ended already.');
	const { key, at } = meeting;
	const person = await personIn(meeting, deps);
	await acceptFrom(meeting, deps)({ key, at, person, thread, type: 'stop', timed: true, ...(isOurs && { turn }) });
	return quiet;
}

/** Live messages that a turn has at most: a new one begins when one is full, or an hour old. */
const mostParts = 1_000;

/** Whether it is a live message of the turn. */
function showsTurn(message: APIMessage, turn: string): boolean {
	const numbers = Array.from({ length: mostParts }, (_, index) => index + 1);
	return numbers.some((number) => shows(message, liveKey(turn, number)));
}

function isAuthor(author: Person | undefined, { id }: Person): boolean {
	const user = discordUserOf(id)?.user;
	return user !== undefined && author !== undefined && discordUserOf(author.id)?.user === user;
}
