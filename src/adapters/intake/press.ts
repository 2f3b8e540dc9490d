import type { Accept, DenialOf } from '../../chat/inbound.ts';
import type { Question } from '../../chat/question.ts';
import type { Person, Thread } from '../../chat/thread.ts';

/** What somebody does with a button of ours, wherever it is shown. */
export type Press =
	/** One of a question's choices, by its number from 0. */
	| { readonly does: 'choose'; readonly question: string; readonly choice: number }
	| { readonly does: 'open-form'; readonly question: string }
	/** `of`: the key of the message that waits. */
	| { readonly does: 'use-now' | 'take-back'; readonly of: string }
	| { readonly does: 'feedback'; readonly turn: string; readonly value: string };

/** Somebody who acts, and where. */
export interface Acting {
	/** The platform's key of what they did. */
	readonly key: string;
	readonly thread: Thread;
	/** ISO 8601. */
	readonly at: string;
	/** Rejects when it cannot be known now. */
	readonly person: () => Promise<Person>;
}

export interface PressDeps {
	readonly accept: Accept;
	readonly denialOf: DenialOf;
	/** The question that a button names; undefined for one that nobody asked there. */
	readonly questionOf: (id: string) => Promise<Question | undefined>;
}

/** What whoever acted is to be shown. */
export type Shown =
	| { readonly kind: 'nothing' | 'thanks' }
	| { readonly kind: 'sentence'; readonly text: string }
	| { readonly kind: 'form'; readonly question: Question }
	/** The words with the button are done with, where `answer` says so. */
	| { readonly kind: 'message-handled'; readonly answer: Awaited<ReturnType<Accept>>; readonly person: Person };

export const closedText = 'That question is no longer open.';
const closed: Shown = { kind: 'sentence', text: closedText };

/** Takes in a press of a button: whatever it needs is in the button and in the store, so that it works after a restart. */
export async function handlePress(press: Press, acting: Acting, deps: PressDeps): Promise<Shown> {
	switch (press.does) {
		case 'choose':
			return await choose(press, acting, deps);
		case 'open-form':
			return await openForm(press, acting, deps);
		case 'use-now':
		case 'take-back':
			return await aboutMessage(press, acting, deps);
		case 'feedback':
			return await giveFeedback(press, acting, deps);
	}
}

/** Takes in the answer to a question. */
export async function acceptAnswer(
	question: string,
	value: AnswerValue,
	acting: Acting,
	accept: Accept,
): Promise<void> {
	await accept({ ...(await common(acting)), type: 'answer', question, value });
}

type AnswerValue = Extract<Parameters<Accept>[0], { type: 'answer' }>['value'];

async function common({ key, thread, at, person }: Acting) {
	return { key, thread, at, person: await person() };
}

type Of<Does extends Press['does']> = Extract<Press, { readonly does: Does }>;

async function choose({ question: id, choice }: Of<'choose'>, acting: Acting, deps: PressDeps): Promise<Shown> {
	const question = await deps.questionOf(id);
	const value = question?.answer.kind === 'choices' ? question.answer.choices[choice] : undefined;
	if (!question || value === undefined) return closed;
	await acceptAnswer(question.id, value, acting, deps.accept);
	return { kind: 'nothing' };
}

async function openForm({ question: id }: Of<'open-form'>, acting: Acting, deps: PressDeps): Promise<Shown> {
	const denial = deps.denialOf({ type: 'answer', thread: acting.thread, person: await acting.person() });
	if (denial !== undefined) return { kind: 'sentence', text: denial };
	const question = await deps.questionOf(id);
	return question?.state === 'open' ? { kind: 'form', question } : closed;
}

/** The waiting message that the button names goes into the turn that runs, or is taken back. */
async function aboutMessage(
	{ does, of }: Of<'use-now' | 'take-back'>,
	acting: Acting,
	{ accept }: PressDeps,
): Promise<Shown> {
	const inbound = await common(acting);
	const answer = await accept({ ...inbound, type: does === 'use-now' ? 'steer' : 'delete', of });
	return { kind: 'message-handled', answer, person: inbound.person };
}

async function giveFeedback({ turn, value }: Of<'feedback'>, acting: Acting, { accept }: PressDeps): Promise<Shown> {
	const answer = await accept({ ...(await common(acting)), type: 'feedback', turn, value });
	return { kind: answer === 'denied' ? 'nothing' : 'thanks' };
}
