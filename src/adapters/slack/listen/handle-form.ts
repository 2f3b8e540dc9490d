import { z } from 'zod';
import { questionSchema } from '../../../chat/question.ts';
import { acceptAnswer } from '../../intake/press.ts';
import type { Self } from '../decode/decode-message.ts';
import { readModalMetadata } from '../decode/modal-metadata.ts';
import { personMet } from '../decode/who-spoke.ts';
import { readModal } from '../render/question-modal.ts';
import { placeOf } from '../thread-keys.ts';
import type { ListenDeps } from './listen-deps.ts';

/** A form that somebody sent: as much of it as is read. */
export const submissionSchema = z.object({
	user: z.object({ id: z.string(), team_id: z.string().optional() }),
	view: z.object({
		id: z.string(),
		private_metadata: z.string(),
		state: z.object({ values: z.record(z.string(), z.record(z.string(), z.unknown())) }),
	}),
});
export type Submission = z.infer<typeof submissionSchema>;

export interface SubmissionScene {
	readonly self: Self;
	/** Closes the form, or says in it what is wrong with which field. */
	readonly ack: (errors?: Readonly<Record<string, string>>) => Promise<void>;
}

/** Takes in the answer that somebody wrote into a form, acknowledged when it is stored. */
export async function handleForm(
	{ user, view }: Submission,
	{ self, ack }: SubmissionScene,
	deps: ListenDeps,
): Promise<void> {
	const metadata = readModalMetadata(view.private_metadata);
	const question = metadata && (await deps.records.get('question', metadata.question, questionSchema));
	if (!metadata || !question) return await ack();
	const answer = readModal(question.answer, view.state.values);
	if ('errors' in answer) return await ack(answer.errors);
	const thread = { platform: 'slack', id: metadata.thread } as const;
	const met = { team: self.team, channel: placeOf(thread).channel, user: user.id, userTeam: user.team_id };
	const person = await personMet(met, deps);
	if (!person) return await ack();
	const at = new Date(deps.clock.now()).toISOString();
	const key = `${self.team}/form/${user.id}/${view.id}`;
	await acceptAnswer(question.id, answer.value, { key, thread, at, person: async () => person }, deps.accept);
	await ack();
}
