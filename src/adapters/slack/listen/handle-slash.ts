import type { RespondFn, SlashCommand } from '@slack/bolt';
import { asksByIt } from '../../../agent/commands/command.ts';
import { type GivenCommand, parseCommand } from '../../../agent/commands/syntax/parse-command.ts';
import type { Person } from '../../../chat/thread.ts';
import { postMetadata } from '../api/post-metadata.ts';
import { slackCode, slackSentence } from '../api/problems/slack-sentence.ts';
import { timeOf } from '../decode/decode-message.ts';
import { escapeEntities } from '../decode/entities.ts';
import { personMet, readableSoon } from '../decode/who-spoke.ts';
import { neutralise } from '../render/markdown/neutralise.ts';
import { messageKey, threadAt } from '../thread-keys.ts';
import type { ListenDeps } from './listen-deps.ts';

/** A slash command as it came. */
export interface Slash {
	readonly team: string;
	readonly command: SlashCommand;
	readonly respond: RespondFn;
	/** Answers at once, for the person's eyes only. */
	readonly ack: (text?: string) => Promise<void>;
}

/**
 * Takes in a slash command: a verb is answered privately; anything else, and a verb that hands in a request, is asked in the channel, where its thread
 * becomes the session.
 */
export async function handleSlash(slash: Slash, deps: ListenDeps): Promise<void> {
	const { team, command } = slash;
	const person = await personMet(
		{ team, channel: command.channel_id, user: command.user_id, userTeam: command.team_id },
		deps,
	);
	if (!person) return await slash.ack();
	const text = await readableSoon(command.text, team, deps);
	const given = parseCommand(text.trim() || 'help', deps.commands);
	const what: Request = given ? { type: 'command', ...given } : { type: 'message', text, files: [] };
	if (!given || isRequest(given, deps)) return await askInChannel(slash, person, what, deps);
	const place = { team, channel: command.channel_id, user: command.user_id };
	const thread = deps.privateThreads.open(place, slash.respond);
	const key = `${team}/${command.channel_id}/smith/${command.trigger_id}`;
	const at = new Date(deps.clock.now()).toISOString();
	await deps.accept({ type: 'command', key, thread, person, at, audience: 'alone', ...given });
	await slash.ack();
}

/** Begins a thread of its own. */
type Request =
	| ({ readonly type: 'command' } & GivenCommand)
	| { readonly type: 'message'; readonly text: string; readonly files: [] };

function isRequest({ name, args }: GivenCommand, { commands }: ListenDeps): boolean {
	return asksByIt(
		commands.find((one) => one.name === name),
		args,
	);
}

async function askInChannel(
	{ team, command, ack }: Slash,
	person: Person,
	what: Request,
	deps: ListenDeps,
): Promise<void> {
	const { channel_id: channel, trigger_id } = command;
	// Its thread begins with a message that all see.
	const here = threadAt({ team, channel, ts: command.user_id });
	const denial = deps.denialOf({ type: 'message', person, thread: here });
	if (denial !== undefined) return await ack(denial);
	const asked = `*${escapeEntities(person.name)}* asks: ${command.text}`;
	const ts = await post({ team, channel, text: neutralise(asked), key: `smith/${trigger_id}` }, deps).catch(
		async (error: unknown) => {
			await ack(whyNot(error));
			return undefined;
		},
	);
	if (ts === undefined) return;
	const place = { team, channel, ts };
	const thread = threadAt(place);
	deps.roots.saw(thread);
	deps.recipients.remember(thread, person);
	const audience = await deps.audiences.of(place, { name: command.channel_name });
	const common = { key: messageKey(place), thread, person, at: timeOf(ts), ...(audience && { audience }) };
	await deps.accept({ ...common, ...what });
	await ack();
}

interface Root {
	readonly team: string;
	readonly channel: string;
	/** Mrkdwn, neutralised. */
	readonly text: string;
	readonly key: string;
}

/** Posts the message whose thread becomes the session; resolves with its `ts`. */
async function post({ team, channel, text, key }: Root, { calls, signal }: ListenDeps): Promise<string> {
	const args = { channel, text, metadata: postMetadata([key]), unfurl_links: false, unfurl_media: false };
	const answer = await calls.run(
		{ method: 'chat.postMessage', team, channel, repeat: 'never', send: (client) => client.chat.postMessage(args) },
		signal,
	);
	if (answer.ts === undefined) throw new Error('Slack gives the posted message no time stamp');
	return answer.ts;
}

function whyNot(error: unknown): string {
	const absent = ['not_in_channel', 'channel_not_found', 'cannot_reply_to_message'].includes(slackCode(error) ?? '');
	if (absent) return 'I am not in this channel. Invite me with /invite, then ask again.';
	return slackSentence('ask that in this channel', error);
}
