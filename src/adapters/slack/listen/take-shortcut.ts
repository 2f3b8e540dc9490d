import type { RespondFn } from '@slack/bolt';
import { z } from 'zod';
import { nameFiles } from '../files/name-files.ts';
import { messageKey, threadAt } from '../thread-keys.ts';
import { slackCode } from '../web/slack-sentence.ts';
import type { ListenDeps } from './listen-deps.ts';
import { filesOf, isPerson, messageSchema, type Receiver, timeOf, wordsOf } from './read-message.ts';
import { personMet, readableWith } from './who-spoke.ts';

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
	if (!present) {
		await scene.ack();
		const text = 'I am not in this conversation. Invite me with /invite, then try again.';
		await scene.respond({ text, response_type: 'ephemeral', replace_original: false });
		return;
	}
	const place = { team, channel: channel.id, ts: message.ts };
	const root = message.thread_ts ?? message.ts;
	const thread = threadAt({ ...place, ts: root });
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
		files: await nameFiles(filesOf(message, team), deps, deps.signal),
		...(!ours && root !== message.ts && { withEarlier: true }),
		...(audience && { audience }),
	});
	await scene.ack();
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
