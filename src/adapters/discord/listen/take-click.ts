import { type APIMessageComponentInteraction, ComponentType } from 'discord-api-types/v10';
import type { Person, Thread } from '../../../store/inbound.ts';
import { isSamePerson } from '../../../store/place.ts';
import { type CustomId, readCustomId } from '../custom-ids.ts';
import { questionModal } from '../render/question-modal.ts';
import { threadAt } from '../thread-keys.ts';
import type { TakeDeps } from './listen-deps.ts';
import { type Meeting, personIn, privatePlace } from './meeting.ts';
import { openQuestion } from './questions.ts';
import { answerWith, type Ending, says } from './respond.ts';

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
	const { meeting, deps } = click;
	const thread = deps.running.runningAt(meeting.channel.id);
	if (!thread) return says('Nothing is running.');
	await deps.accept({ ...(await common(click)), thread, type: 'stop' });
	return quiet;
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

async function openForm({ thread, deps }: Click, { question: digest }: Of<'open-form'>): Promise<Ending> {
	const question = await openQuestion(thread, digest, deps);
	return question ? { kind: 'form', form: questionModal(question) } : says(closedText);
}

/** What is done to the waiting message that the button names; the words with the button are gone then, for somebody who is known not to be its author only when it is done. */
async function aboutMessage(click: Click, { does, of }: Of<'use-now' | 'take-back'>): Promise<Ending> {
	const { deps } = click;
	const inbound = await common(click);
	await deps.accept({ ...inbound, type: does === 'use-now' ? 'steer' : 'delete', of });
	const author = deps.authors.of(of);
	if (!author || isSamePerson(author.id, inbound.person.id))
		deps.background('Words that are done with cannot be taken away', takeAway(click));
	return quiet;
}

/** The show may have been quicker. */
async function takeAway({ meeting: { reply }, deps: { answers, signal } }: Click): Promise<void> {
	await reply.ready;
	await answers.removeOriginal(reply, signal);
}

async function giveFeedback(click: Click, { turn, value }: Of<'feedback'>): Promise<Ending> {
	await click.deps.accept({ ...(await common(click)), type: 'feedback', turn, value });
	return says('Thank you.');
}
