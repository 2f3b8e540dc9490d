import type { APIModalSubmitInteraction } from 'discord-api-types/v10';
import type { Question } from '../../../chat/question.ts';
import { acceptAnswer, closedText } from '../../intake/press.ts';
import { fieldsOf } from '../../question-fields.ts';
import { readCustomId } from '../custom-ids.ts';
import { type Meeting, personIn, privatePlace } from '../decode/decode-interaction.ts';
import { plainLine } from '../render/markdown/escape.ts';
import { readModal } from '../render/question-modal.ts';
import { threadAt } from '../thread-keys.ts';
import { acceptFrom, answerWith, type Ending, says } from './ask/respond.ts';
import type { HandleDeps } from './listen-deps.ts';
import { openQuestion } from './questions.ts';

/** Takes in the answer that somebody wrote into a form. */
export async function handleForm(
	meeting: Meeting,
	{ data }: APIModalSubmitInteraction,
	deps: HandleDeps,
): Promise<void> {
	const id = readCustomId(data.custom_id);
	const work = async (): Promise<Ending> =>
		id?.does === 'form' ? await answer(meeting, id.question, data.components, deps) : { kind: 'quiet' };
	await answerWith(meeting, 'quiet', work, deps);
}

async function answer(
	meeting: Meeting,
	digest: string,
	components: readonly unknown[],
	deps: HandleDeps,
): Promise<Ending> {
	const thread = threadAt(meeting.inside ?? privatePlace(meeting));
	const question = await openQuestion(thread, digest, deps);
	if (!question) return says(closedText);
	const read = readModal(question.answer, components);
	if ('errors' in read) return says(whatIsWrong(question, read.errors));
	const { key, at } = meeting;
	const acting = { key, thread, at, person: () => personIn(meeting, deps) };
	await acceptAnswer(question.id, read.value, acting, acceptFrom(meeting, deps));
	return { kind: 'quiet' };
}

function whatIsWrong({ answer }: Question, errors: Readonly<Record<string, string>>): string {
	const labels = new Map(fieldsOf(answer).map(({ name, label }) => [name, label]));
	const lines = Object.entries(errors).map(
		([name, error]) => `- ${plainLine(labels.get(name) ?? name, 200)}: ${error}`,
	);
	return ['That is not an answer yet. Open the form once more:', ...lines].join('\n');
}
