import type { RespondFn } from '@slack/bolt';
import { type Question, questionSchema } from '../../../chat/question.ts';
import type { Thread } from '../../../chat/thread.ts';
import { handlePress, type Press, type Shown } from '../../intake/press.ts';
import { slackCode, slackSentence } from '../api/problems/slack-sentence.ts';
import { type Click, clickKey, pressOf, threadOfClick } from '../decode/click.ts';
import { type Self, timeOf } from '../decode/decode-message.ts';
import { modalMetadata } from '../decode/modal-metadata.ts';
import { personMet } from '../decode/who-spoke.ts';
import { placeOf, placeOfKey, threadAt } from '../thread-keys.ts';
import type { ListenDeps } from './listen-deps.ts';

export interface ClickScene {
	readonly self: Self;
	readonly respond: RespondFn;
	readonly ack: () => Promise<void>;
}

/** A click, and where it was. */
interface Clicked {
	readonly click: Click;
	readonly scene: ClickScene;
	readonly deps: ListenDeps;
}

/** Takes in a click on one of our buttons, acknowledged when it is stored. */
export async function handleClick(click: Click, scene: ClickScene, deps: ListenDeps): Promise<void> {
	const press = pressOf(click);
	// A button that is a link needs the acknowledgement alone.
	if (!press) return await scene.ack();
	const { user, channel, actions } = click;
	const met = { team: scene.self.team, channel: channel.id, user: user.id, userTeam: user.team_id };
	const person = await personMet(met, deps);
	const thread = person && (await threadOfPress(press, { click, scene, deps }));
	if (!thread) return await scene.ack();
	const acting = {
		key: clickKey(click, scene.self),
		thread,
		at: timeOf(actions[0].action_ts),
		person: async () => person,
	};
	const questionOf = (id: string) => deps.records.get('question', id, questionSchema);
	const shown = await handlePress(press, acting, { ...deps, questionOf });
	await scene.ack();
	await show(shown, { click, scene, deps });
}

async function show(shown: Shown, clicked: Clicked): Promise<void> {
	switch (shown.kind) {
		case 'nothing':
		case 'thanks':
			return;
		case 'sentence':
			return await tellAlone(clicked, shown.text);
		case 'form':
			return await openForm(clicked, shown.question);
		case 'message-handled':
			return await removeWords(clicked);
	}
}

/** A form can be opened for three seconds after the click: as long as that leaves time for its own call, ms. */
const formMs = 1500;

async function openForm(clicked: Clicked, question: Question): Promise<void> {
	const { click, scene, deps } = clicked;
	const metadata = modalMetadata({ question: question.id, thread: threadOfClick(click, scene.self).id });
	const args = { trigger_id: click.trigger_id, view: await deps.render('form', [question, metadata], formMs) };
	const call = { method: 'views.open', team: scene.self.team, repeat: 'never' } as const;
	try {
		await deps.calls.run({ ...call, send: (client) => client.views.open(args) }, deps.signal);
	} catch (error) {
		deps.log.info('Slack form cannot be opened', { err: error });
		await tellAlone(clicked, formProblem(error));
	}
}

/** The words with the button are done with. */
async function removeWords({ scene, deps }: Clicked): Promise<void> {
	await scene
		.respond({ delete_original: true })
		.catch((error: unknown) => deps.log.info('Slack keeps a message that is done with', { err: error }));
}

/** Undefined: the button names a message that is not Slack's. */
async function threadOfPress(press: Press, { click, scene, deps }: Clicked): Promise<Thread | undefined> {
	const isNamed = click.container.thread_ts !== undefined || click.message?.thread_ts !== undefined;
	if (isNamed || !('of' in press)) return threadOfClick(click, scene.self);
	return await threadOfMessage(press.of, deps);
}

/** A message that only one person sees does not always say which thread it is in; the message that it is about does. */
async function threadOfMessage(key: string, { calls, signal }: ListenDeps): Promise<Thread | undefined> {
	const place = placeOfKey(key);
	if (!place) return undefined;
	const { team, channel, ts } = place;
	const call = { method: 'conversations.replies', team, repeat: 'safe' } as const;
	const args = { channel, ts, limit: 1 };
	const answer = await calls.run({ ...call, send: (client) => client.conversations.replies(args) }, signal);
	return threadAt({ team, channel, ts: answer.messages?.[0]?.thread_ts ?? ts });
}

function formProblem(error: unknown): string {
	const late = ['expired_trigger_id', 'invalid_trigger_id', 'exchanged_trigger_id'].includes(slackCode(error) ?? '');
	return late ? 'Slack did not wait for the form. Press the button once more.' : slackSentence('open the form', error);
}

/** For the eyes of whoever clicked, where they clicked. */
async function tellAlone({ click, scene }: Clicked, text: string): Promise<void> {
	const { ts: thread_ts } = placeOf(threadOfClick(click, scene.self));
	await scene.respond({ text, thread_ts, response_type: 'ephemeral', replace_original: false });
}
