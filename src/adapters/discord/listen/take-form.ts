import type { APIModalSubmitInteraction } from 'discord-api-types/v10';
import type { Question } from '../../../chat/question.ts';
import { fieldsOf } from '../../question-fields.ts';
import { type Meeting, personIn, privatePlace } from '../connect/meeting.ts';
import { readCustomId } from '../custom-ids.ts';
import { openQuestion } from '../decode/questions.ts';
import { plainLine } from '../render/markdown/escape.ts';
import { readModal } from '../render/question-modal.ts';
import { threadAt } from '../thread-keys.ts';
import { answerWith, type Ending, says } from './ask/respond.ts';
import type { TakeDeps } from './listen-deps.ts';
import { closedText } from './take-click.ts';

/** Takes in the answer that somebody wrote into a form. */
export async function takeForm(meeting: Meeting, { data }: APIModalSubmitInteraction, deps: TakeDeps): Promise<void> {
	const id = readCustomId(data.custom_id);
	const work = async (): Promise<Ending> =>
		id?.does === 'form' ? await answer(meeting, id.question, data.components, deps) : { kind: 'quiet' };
	await answerWith(meeting, 'quiet', work, deps);
}

async function answer(
	meeting: Meeting,
	digest: string,
	components: readonly unknown[],
	deps: TakeDeps,
): Promise<Ending> {
	const thread = threadAt(meeting.inside ?? privatePlace(meeting));
	const question = await openQuestion(thread, digest, deps);
	if (!question) return says(closedText);
	const read = readModal(question.answer, components);
	if ('errors' in read) return says(whatIsWrong(question, read.errors));
	const person = await personIn(meeting, deps);
	deps.replies.remember(meeting.key, meeting.reply);
	const { key, at } = meeting;
	await deps.accept({ type: 'answer', key, thread, person, at, question: question.id, value: read.value });
	return { kind: 'quiet' };
}

function whatIsWrong({ answer }: Question, errors: Readonly<Record<string, string>>): string {
	const labels = new Map(fieldsOf(answer).map(({ name, label }) => [name, label]));
	const lines = Object.entries(errors).map(
		([name, error]) => `- ${plainLine(labels.get(name) ?? name, 200)}: ${error}`,
	);
	return ['That is no answer yet. Open the form once more:', ...lines].join('\n');
}
