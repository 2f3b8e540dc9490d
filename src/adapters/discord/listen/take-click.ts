import {
	type APIMessage,
	type APIMessageComponentInteraction,
	ComponentType,
	MessageFlags,
} from 'discord-api-types/v10';
import type { Person, Thread } from '../../../chat/thread.ts';
import { hasMarkers, shows } from '../api/find-posted.ts';
import { type Meeting, personIn, privatePlace } from '../connect/meeting.ts';
import { type CustomId, readCustomId } from '../custom-ids.ts';
import { openQuestion } from '../decode/questions.ts';
import { liveKey } from '../live/live-parts.ts';
import { discordUserOf, threadAt } from '../thread-keys.ts';
import { answerWith, type Ending, says } from './ask/respond.ts';
import type { TakeDeps } from './listen-deps.ts';

/** A click, and where it was. */
interface Click {
	readonly meeting: Meeting;
	readonly interaction: APIMessageComponentInteraction;
	readonly thread: Thread;
	readonly deps: TakeDeps;
}

type Of<Does extends CustomId['does']> = Extract<CustomId, { readonly does: Does }>;

const quiet: Ending = { kind: 'quiet' };
export const closedText = 'That question is no longer open.';

/** Takes in a click on one of our buttons, or a choice. Whatever it needs is in the button and in the store. */
export async function takeClick(
	meeting: Meeting,
	interaction: APIMessageComponentInteraction,
	deps: TakeDeps,
): Promise<void> {
	const id = readCustomId(interaction.data.custom_id);
	const thread = threadAt(meeting.inside ?? privatePlace(meeting));
	const click = { meeting, interaction, thread, deps };
	await answerWith(meeting, 'quiet', async () => (id ? await act(click, id) : quiet), deps);
}

async function act(click: Click, id: CustomId): Promise<Ending> {
	switch (id.does) {
		case 'stop':
			return await stop(click);
		case 'choose':
			return await choose(click, id.question, id.choice);
		case 'select':
			return await choose(click, id.question, chosen(click));
		case 'open-form':
			return await openForm(click, id);
		case 'use-now':
		case 'take-back':
			return await aboutMessage(click, id);
		case 'feedback':
			return await giveFeedback(click, id);
		// A form is sent, not clicked.
		case 'form':
			return quiet;
	}
}

/** What every `Inbound` of a click holds; what the core says to it is shown through the interaction. */
async function common({
	meeting,
	thread,
	deps,
}: Click): Promise<{ key: string; thread: Thread; person: Person; at: string }> {
	const person = await personIn(meeting, deps);
	deps.replies.remember(meeting.key, meeting.reply);
	return { key: meeting.key, thread, person, at: meeting.at };
}

/** Only in a thread whose turn runs: a button that was left over stops no later one. */
async function stop(click: Click): Promise<Ending> {
	const { meeting, interaction, deps } = click;
	const thread = deps.running.runningAt(meeting.channel.id);
	if (!thread) return says('Nothing is running.');
	const turn = deps.running.turnAt(meeting.channel.id);
	const isOurs = turn !== undefined && showsTurn(interaction.message, turn);
	if (turn !== undefined && !isOurs && hasMarkers(interaction.message)) return says('That turn has ended already.');
	await deps.accept({ ...(await common(click)), thread, type: 'stop', timed: true, ...(isOurs && { turn }) });
	return quiet;
}

/** Live messages that a turn has at most: a new one begins when one is full, or an hour old. */
const mostParts = 1_000;

/** Whether it is a live message of the turn. */
function showsTurn(message: APIMessage, turn: string): boolean {
	const numbers = Array.from({ length: mostParts }, (_, index) => index + 1);
	return numbers.some((number) => shows(message, liveKey(turn, number)));
}

function chosen({ interaction: { data } }: Click): number {
	return data.component_type === ComponentType.StringSelect ? Number(data.values[0] ?? Number.NaN) : Number.NaN;
}

async function choose(click: Click, digest: string, choice: number): Promise<Ending> {
	const { thread, deps } = click;
	const question = await openQuestion(thread, digest, deps);
	const value = question?.answer.kind === 'choices' ? question.answer.choices[choice] : undefined;
	if (!question || value === undefined) return says(closedText);
	await deps.accept({ ...(await common(click)), type: 'answer', question: question.id, value });
	return quiet;
}

/** A form can be opened for three seconds after the click: as long as that leaves time for its own call, ms. */
const formMs = 1500;

async function openForm({ thread, meeting, deps }: Click, { question: digest }: Of<'open-form'>): Promise<Ending> {
	const denial = deps.denialOf({ type: 'answer', person: await personIn(meeting, deps), thread });
	if (denial !== undefined) return says(denial);
	const question = await openQuestion(thread, digest, deps);
	return question ? { kind: 'form', form: await deps.render('form', [question], formMs) } : says(closedText);
}

/**
 * What is done to the waiting message that the button names. The words with the button are gone then: at once where nobody else sees them,
 * or where the message is the presser's own; else when the core has done it, for it may not be theirs to do.
 */
async function aboutMessage(click: Click, { does, of }: Of<'use-now' | 'take-back'>): Promise<Ending> {
	const { deps, interaction } = click;
	const inbound = await common(click);
	const isOwn = isEphemeral(interaction) || isAuthor(deps.authors.of(of), inbound.person);
	const answer = await deps.accept({ ...inbound, type: does === 'use-now' ? 'steer' : 'delete', of });
	if (isOwn && answer !== 'denied') deps.background('Words that are done with cannot be taken away', takeAway(click));
	return quiet;
}

function isEphemeral({ message }: APIMessageComponentInteraction): boolean {
	return ((message.flags ?? 0) & MessageFlags.Ephemeral) !== 0;
}

/** The show may have been quicker. */
async function takeAway({ meeting: { reply }, deps: { answers, signal } }: Click): Promise<void> {
	await reply.ready;
	await answers.removeOriginal(reply, signal);
}

async function giveFeedback(click: Click, { turn, value }: Of<'feedback'>): Promise<Ending> {
	const answer = await click.deps.accept({ ...(await common(click)), type: 'feedback', turn, value });
	return answer === 'denied' ? quiet : says('Thank you.');
}

function isAuthor(author: Person | undefined, { id }: Person): boolean {
	const user = discordUserOf(id)?.user;
	return user !== undefined && author !== undefined && discordUserOf(author.id)?.user === user;
}
