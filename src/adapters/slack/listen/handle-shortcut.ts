import type { RespondFn } from '@slack/bolt';
import { z } from 'zod';
import type { FileRef } from '../../../chat/inbound.ts';
import { isOurs } from '../../intake/handle-message.ts';
import { askToWorkOn, withSharer } from '../../intake/shared-message.ts';
import { slackCode } from '../api/problems/slack-sentence.ts';
import { botName, ifKnown, isPerson, messageSchema, type Self, timeOf } from '../decode/decode-message.ts';
import { authorOf, filesWithSharers, type Met, personMet, readableSoon } from '../decode/who-spoke.ts';
import { allWords, type MessageWords, readMessage } from '../decode/words/message-words.ts';
import { messageKey, threadAt } from '../thread-keys.ts';
import type { ListenDeps } from './listen-deps.ts';

/** The message shortcut "Work on this". */
export const shortcutSchema = z.object({
	user: z.object({ id: z.string(), team_id: ifKnown(z.string()) }),
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
	const found = readMessage(message, team);
	await deps.accept({
		type: 'message',
		key: `${messageKey(place)}/shortcut/${shortcut.action_ts}`,
		thread,
		person,
		at: timeOf(shortcut.action_ts),
		text: await wordsAbout(message, allWords(found), scene.self, deps),
		files: await filesIn(message, found, { ...scene.self, met }, deps),
		...(!ours && root !== message.ts && { withEarlier: true }),
		...(audience && { audience }),
	});
	await scene.ack();
}

/** The message's own files are its author's; those that it hands on are of whoever had shared them. */
async function filesIn(
	message: Shortcut['message'],
	{ files, shared }: MessageWords,
	{ met, ...self }: Self & { readonly met: Met },
	deps: ListenDeps,
): Promise<FileRef[]> {
	const isOwn = message.user === met.user && isPerson(message, self.botUser);
	const own = await withSharer(files, isOwn, () => authorOf(message, met.channel, self, deps));
	return await filesWithSharers({ files: own, shared }, met, deps);
}

/** For the eyes of whoever took the shortcut. */
async function say({ ack, respond }: ShortcutScene, text: string): Promise<void> {
	await ack();
	await respond({ text, response_type: 'ephemeral', replace_original: false });
}

async function wordsAbout(
	message: Shortcut['message'],
	words: string,
	{ team, botUser }: Self,
	deps: ListenDeps,
): Promise<string> {
	const text = await readableSoon(words, team, deps);
	const isPersons = message.user && isPerson(message, botUser);
	return askToWorkOn(
		isPersons ? await deps.directory.nameOf(team, message.user ?? '', deps.signal) : botName(message),
		text,
	);
}

/** Where we are no member we can neither read nor answer. */
async function isPresent(team: string, channel: string, deps: ListenDeps): Promise<boolean> {
	const { calls, signal } = deps;
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
		// Of direct and group conversations we may know no more than what is said there.
		if (slackCode(error) === 'missing_scope') return await mayRead(team, channel, deps);
		throw error;
	}
}

async function mayRead(team: string, channel: string, { calls, signal }: ListenDeps): Promise<boolean> {
	const call = { method: 'conversations.history', team, repeat: 'safe' } as const;
	try {
		await calls.run({ ...call, send: (client) => client.conversations.history({ channel, limit: 1 }) }, signal);
		return true;
	} catch (error) {
		if (['channel_not_found', 'not_in_channel'].includes(slackCode(error) ?? '')) return false;
		// Then it shows when we answer.
		if (slackCode(error) === 'missing_scope') return true;
		throw error;
	}
}
