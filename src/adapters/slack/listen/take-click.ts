import type { RespondFn } from '@slack/bolt';
import { type Question, questionSchema } from '../../../chat/question.ts';
import type { Person, Thread } from '../../../chat/thread.ts';
import { slackCode, slackSentence } from '../api/problems/slack-sentence.ts';
import { type Click, clickKey, threadOfClick } from '../decode/click.ts';
import { modalMetadata } from '../decode/modal-metadata.ts';
import { type Receiver, timeOf } from '../decode/read-message.ts';
import { personMet } from '../decode/who-spoke.ts';
import { readFeedback } from '../render/parts.ts';
import { placeOf, placeOfKey, threadAt } from '../thread-keys.ts';
import type { ListenDeps } from './listen-deps.ts';

export interface ClickScene {
	readonly receiver: Receiver;
	readonly respond: RespondFn;
	readonly ack: () => Promise<void>;
}

/** A click, and who has clicked. */
interface Known {
	readonly click: Click;
	readonly person: Person;
	readonly scene: ClickScene;
	readonly deps: ListenDeps;
}

/** What each of our buttons does; a name's number is the choice's. */
const buttons: readonly (readonly [name: RegExp, (known: Known) => Promise<void>])[] = [
	[/^answer-choice-\d+$/, choose],
	[/^answer-open$/, openModal],
	[/^use-now$/, useNow],
	[/^take-back$/, takeBack],
	[/^feedback$/, giveFeedback],
];

/** Takes in a click on one of our buttons, acknowledged when it is stored. Whatever it needs is in the button and in the store. */
export async function takeClick(click: Click, scene: ClickScene, deps: ListenDeps): Promise<void> {
	const name = click.actions[0].action_id;
	const act = buttons.find(([pattern]) => pattern.test(name))?.[1];
	// A button that is a link needs the acknowledgement alone.
	if (!act) return await scene.ack();
	const { user, channel } = click;
	const met = { team: scene.receiver.team, channel: channel.id, user: user.id, userTeam: user.team_id };
	const person = await personMet(met, deps);
	if (!person) return await scene.ack();
	await act({ click, person, scene, deps });
}

/** What every `Inbound` of a click holds. */
function common({ click, person, scene }: Known) {
	return {
		key: clickKey(click, scene.receiver),
		thread: threadOfClick(click, scene.receiver),
		person,
		at: timeOf(click.actions[0].action_ts),
	};
}

async function choose(known: Known): Promise<void> {
	const { click, scene, deps } = known;
	const question = await questionIn(known);
	const index = Number(click.actions[0].action_id.slice('answer-choice-'.length));
	const value = question?.answer.kind === 'choices' ? question.answer.choices[index] : undefined;
	if (!question || value === undefined) return await closed(known);
	await deps.accept({ ...common(known), type: 'answer', question: question.id, value });
	await scene.ack();
}

/** A form can be opened for three seconds after the click: as long as that leaves time for its own call, ms. */
const formMs = 1500;

async function openModal(known: Known): Promise<void> {
	const { click, scene, deps } = known;
	const denial = deps.denialOf({ ...common(known), type: 'answer' });
	if (denial !== undefined) {
		await scene.ack();
		return await whisper(known, denial);
	}
	const question = await questionIn(known);
	if (question?.state !== 'open') return await closed(known);
	const metadata = modalMetadata({ question: question.id, thread: threadOfClick(click, scene.receiver).id });
	await scene.ack();
	const args = { trigger_id: click.trigger_id, view: await deps.render('form', [question, metadata], formMs) };
	const call = { method: 'views.open', team: scene.receiver.team, repeat: 'never' } as const;
	try {
		await deps.calls.run({ ...call, send: (client) => client.views.open(args) }, deps.signal);
	} catch (error) {
		deps.log.info('Slack form cannot be opened', { err: error });
		await whisper(known, formProblem(error));
	}
}

async function useNow(known: Known): Promise<void> {
	await aboutMessage(known, (inbound, of) => ({ ...inbound, type: 'steer', of }));
}

async function takeBack(known: Known): Promise<void> {
	await aboutMessage(known, (inbound, of) => ({ ...inbound, type: 'delete', of }));
}

/** What is done to the waiting message that the button names; the words with the button are gone then. */
async function aboutMessage(
	known: Known,
	inboundOf: (inbound: ReturnType<typeof common>, of: string) => Parameters<ListenDeps['accept']>[0],
): Promise<void> {
	const { click, scene, deps } = known;
	const of = click.actions[0].value ?? '';
	const thread = await threadOfMessage(of, known);
	if (!thread) return await scene.ack();
	await deps.accept(inboundOf({ ...common(known), thread }, of));
	await scene.ack();
	await scene
		.respond({ delete_original: true })
		.catch((error: unknown) => deps.log.info('Slack keeps a message that is done with', { err: error }));
}

/** A message that only one person sees does not always say which thread it is in; the message that it is about does. */
async function threadOfMessage(key: string, { click, scene, deps }: Known): Promise<Thread | undefined> {
	if (click.container.thread_ts !== undefined || click.message?.thread_ts !== undefined)
		return threadOfClick(click, scene.receiver);
	const place = placeOfKey(key);
	if (!place) return undefined;
	const { team, channel, ts } = place;
	const call = { method: 'conversations.replies', team, repeat: 'safe' } as const;
	const args = { channel, ts, limit: 1 };
	const answer = await deps.calls.run({ ...call, send: (client) => client.conversations.replies(args) }, deps.signal);
	return threadAt({ team, channel, ts: answer.messages?.[0]?.thread_ts ?? ts });
}

async function giveFeedback(known: Known): Promise<void> {
	const { click, scene, deps } = known;
	const feedback = readFeedback(click.actions[0].value ?? '');
	if (feedback) await deps.accept({ ...common(known), type: 'feedback', ...feedback });
	await scene.ack();
}

function questionIn({ click, deps }: Known): Promise<Question | undefined> {
	return deps.records.get('question', click.actions[0].value ?? '', questionSchema);
}

async function closed(known: Known): Promise<void> {
	await known.scene.ack();
	await whisper(known, 'That question is no longer open.');
}

function formProblem(error: unknown): string {
	const late = ['expired_trigger_id', 'invalid_trigger_id', 'exchanged_trigger_id'].includes(slackCode(error) ?? '');
	return late ? 'Slack did not wait for the form. Press the button once more.' : slackSentence('open the form', error);
}

/** For the eyes of whoever clicked, where they clicked. */
async function whisper({ click, scene }: Known, text: string): Promise<void> {
	const { ts: thread_ts } = placeOf(threadOfClick(click, scene.receiver));
	await scene.respond({ text, thread_ts, response_type: 'ephemeral', replace_original: false });
}
