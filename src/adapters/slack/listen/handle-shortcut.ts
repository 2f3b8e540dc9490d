import type { RespondFn } from '@slack/bolt';
import { z } from 'zod';
import type { FileRef } from '../../../chat/inbound.ts';
import { isOurs } from '../../intake/handle-message.ts';
import { askToWorkOn, withSharer } from '../../intake/shared-message.ts';
import { slackCode } from '../api/problems/slack-sentence.ts';
import { filesOf, isPerson, messageSchema, type Self, timeOf, wordsOf } from '../decode/decode-message.ts';
import { authorOf, type Met, personMet, readableSoon } from '../decode/who-spoke.ts';
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
	readonly self: Self;
	readonly respond: RespondFn;
	readonly ack: () => Promise<void>;
}

/** Takes in that somebody wants a message worked on: in its thread, its words quoted as data, with its files. */
export async function handleShortcut(shortcut: Shortcut, scene: ShortcutScene, deps: ListenDeps): Promise<void> {
	const { user, channel, message } = shortcut;
	const { team } = scene.self;
	const met = { team, channel: channel.id, user: user.id, userTeam: user.team_id };
	const [person, present] = await Promise.all([personMet(met, deps), isPresent(team, channel.id, deps)]);
	if (!person) return await scene.ack();
	const place = { team, channel: channel.id, ts: message.ts };
	const root = message.thread_ts ?? message.ts;
	const thread = threadAt({ ...place, ts: root });
	const denial = deps.denialOf({ type: 'message', person, thread });
	if (denial !== undefined) return await say(scene, denial);
	if (!present) return await say(scene, 'I am not in this conversation. Invite me with /invite, then try again.');
	const ours = await isOurs(thread, deps);
	deps.recipients.remember(thread, person);
	const audience = await deps.audiences.of(place);
	await deps.accept({
		type: 'message',
		key: `${messageKey(place)}/shortcut/${shortcut.action_ts}`,
		thread,
		person,
		at: timeOf(shortcut.action_ts),
		text: await wordsAbout(message, scene.self, deps),
		files: await filesIn(message, met, scene.self, deps),
		...(!ours && root !== message.ts && { withEarlier: true }),
		...(audience && { audience }),
	});
	await scene.ack();
}

async function filesIn(message: Shortcut['message'], met: Met, self: Self, deps: ListenDeps): Promise<FileRef[]> {
	const files = await nameFiles(filesOf(message, self.team), deps, deps.signal);
	const isOwn = message.user === met.user && isPerson(message, self.botUser);
	return await withSharer(files, isOwn, () => authorOf(message, met.channel, self, deps));
}

/** For the eyes of whoever took the shortcut. */
async function say({ ack, respond }: ShortcutScene, text: string): Promise<void> {
	await ack();
	await respond({ text, response_type: 'ephemeral', replace_original: false });
}

async function wordsAbout(message: Shortcut['message'], { team, botUser }: Self, deps: ListenDeps): Promise<string> {
	const text = await readableSoon(wordsOf(message), team, deps);
	const isPersons = message.user && isPerson(message, botUser);
	return askToWorkOn(isPersons ? await deps.directory.nameOf(team, message.user ?? '', deps.signal) : 'a bot', text);
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
