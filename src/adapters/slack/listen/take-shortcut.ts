import type { RespondFn } from '@slack/bolt';
import { z } from 'zod';
import type { FileRef } from '../../../chat/inbound.ts';
import { slackCode } from '../api/problems/slack-sentence.ts';
import { filesOf, isPerson, messageSchema, type Receiver, timeOf, wordsOf } from '../decode/read-message.ts';
import { authorOf, type Met, personMet, readableWith } from '../decode/who-spoke.ts';
import { nameFiles } from '../files/name-files.ts';
import { messageKey, threadAt } from '../thread-keys.ts';
import type { ListenDeps } from './listen-deps.ts';

/** The message shortcut "Work on this". */
export const shortcutSchema = z.object({
	user: z.object({ id: z.string(), team_id: z.string().optional() }),
	channel: z.object({ id: z.string() }),
	message: messageSchema,
	action_ts: z.string(),
});
export type Shortcut = z.infer<typeof shortcutSchema>;

export interface ShortcutScene {
	readonly receiver: Receiver;
	readonly respond: RespondFn;
	readonly ack: () => Promise<void>;
}

/** Takes in that somebody wants a message worked on: in its thread, its words quoted as data, with its files. */
export async function takeShortcut(shortcut: Shortcut, scene: ShortcutScene, deps: ListenDeps): Promise<void> {
	const { user, channel, message } = shortcut;
	const { team } = scene.receiver;
	const met = { team, channel: channel.id, user: user.id, userTeam: user.team_id };
	const [person, present] = await Promise.all([personMet(met, deps), isPresent(team, channel.id, deps)]);
	if (!person) return await scene.ack();
	const place = { team, channel: channel.id, ts: message.ts };
	const root = message.thread_ts ?? message.ts;
	const thread = threadAt({ ...place, ts: root });
	const denial = deps.denialOf({ type: 'message', person, thread });
	if (denial !== undefined) return await say(scene, denial);
	if (!present) return await say(scene, 'I am not in this conversation. Invite me with /invite, then try again.');
	const ours = (await deps.bindings.sessionOf(thread)) !== undefined;
	deps.recipients.remember(thread, person);
	const audience = await deps.audiences.of(place);
	await deps.accept({
		type: 'message',
		key: `${messageKey(place)}/shortcut/${shortcut.action_ts}`,
		thread,
		person,
		at: timeOf(shortcut.action_ts),
		text: await quoted(message, scene.receiver, deps),
		files: await filesIn(message, met, scene.receiver, deps),
		...(!ours && root !== message.ts && { withEarlier: true }),
		...(audience && { audience }),
	});
	await scene.ack();
}

/** The message's files, with whoever shared them where that is not who points at it: the core decides whether they come along. */
async function filesIn(
	message: Shortcut['message'],
	met: Met,
	receiver: Receiver,
	deps: ListenDeps,
): Promise<FileRef[]> {
	const files = await nameFiles(filesOf(message, receiver.team), deps, deps.signal);
	if (files.length === 0 || (message.user === met.user && isPerson(message, receiver.botUser))) return [...files];
	const by = (await authorOf(message, met.channel, receiver, deps)) ?? null;
	return files.map((file) => ({ ...file, by }));
}

/** For the eyes of whoever took the shortcut. */
async function say({ ack, respond }: ShortcutScene, text: string): Promise<void> {
	await ack();
	await respond({ text, response_type: 'ephemeral', replace_original: false });
}

/** What the Brain is told: whose words these are, and that they are data. */
async function quoted(message: Shortcut['message'], { team, botUser }: Receiver, deps: ListenDeps): Promise<string> {
	const text = await readableWith(wordsOf(message), team, deps);
	const isPersons = message.user && isPerson(message, botUser);
	const name = isPersons ? await deps.directory.nameOf(team, message.user ?? '', deps.signal) : 'a bot';
	const words = text.trim() === '' ? '(no words)' : text;
	return `Work on this message of ${name}:\n${words.replaceAll(/^/gm, '> ')}`;
}

/** Where we are no member we can neither read nor answer. */
async function isPresent(team: string, channel: string, { calls, signal }: ListenDeps): Promise<boolean> {
	try {
		const answer = await calls.run(
			{
				method: 'conversations.info',
				team,
				repeat: 'safe',
				send: (client) => client.conversations.info({ channel }),
			},
			signal,
		);
		return answer.channel?.is_im === true || answer.channel?.is_member === true;
	} catch (error) {
		if (slackCode(error) === 'channel_not_found') return false;
		// Then it shows when we answer.
		if (slackCode(error) === 'missing_scope') return true;
		throw error;
	}
}
