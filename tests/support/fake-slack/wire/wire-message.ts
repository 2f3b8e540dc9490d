import { appId } from '../deliver/deliveries.ts';
import { channelOf, type Json, repliesTo, type StoredMessage, type Team, userOf, type World } from '../world.ts';
import { renderStream } from './render-stream.ts';
import { wireFile } from './wire-file.ts';
import { wireProfile } from './wire-user.ts';

export interface WireOptions {
	readonly withMetadata?: boolean;
	/** Files as `check_file_info`. */
	readonly stub?: boolean;
}

/** A message as Slack sends it. */
export function wireMessage(world: World, message: StoredMessage, { withMetadata, stub }: WireOptions): Json {
	const { ts, user, subtype, edited, clientMsgId, metadata, attachments, username } = message;
	const files = message.fileIds.flatMap((id) => wireFile(world, id, stub === true) ?? []);
	const shown = contentOf(message);
	return {
		...subtypeOf(message, files.length > 0),
		...(clientMsgId ? { client_msg_id: clientMsgId } : {}),
		type: 'message',
		text: shown.text,
		ts,
		...(username === undefined
			? { user: subtype === 'tombstone' ? 'USLACKBOT' : user, ...authorOf(world, message) }
			: { username, bot_id: message.botId }),
		...(shown.blocks ? { blocks: shown.blocks } : {}),
		...(attachments.length > 0 ? { attachments: attachments.map((one, index) => ({ id: index + 1, ...one })) } : {}),
		...(files.length > 0 ? { files, upload: false, display_as_bot: false } : {}),
		...(edited ? { edited } : {}),
		...streamingState(message),
		...threadOf(world, message),
		...reactionsOf(message),
		...(withMetadata && metadata ? { metadata } : {}),
	};
}

/** A streamed message shows its stream, until it is updated. */
export function contentOf(message: StoredMessage): Pick<StoredMessage, 'text' | 'blocks'> {
	return message.stream && message.edits === 0 ? renderStream(message.stream) : message;
}

function subtypeOf({ subtype, botId }: StoredMessage, hasFiles: boolean): Json {
	if (subtype) return { subtype };
	return hasFiles && !botId ? { subtype: 'file_share' } : {};
}

function streamingState({ stream }: StoredMessage): Json {
	if (!stream) return {};
	const ended = stream.state === 'timed-out' ? 'errored' : 'completed';
	return { streaming_state: stream.state === 'streaming' ? 'in_progress' : ended };
}
function authorOf(world: World, { botId, user, channel }: StoredMessage): Json {
	const author = userOf(world, user);
	const home = channelOf(world, channel).team;
	if (botId) return { team: author.team, bot_id: botId, app_id: appId, bot_profile: botProfile(world, author.team) };
	if (author.team === home) return { team: author.team };
	const profile = { name: author.name, team: author.team, ...wireProfile(author) };
	return { team: author.team, user_team: author.team, source_team: author.team, user_profile: profile };
}

function botProfile(world: World, team: string): Json {
	const { botId, name } = world.teams.get(team) as Team;
	return { id: botId, app_id: appId, user_id: world.teams.get(team)?.botUser, name: `bot of ${name}`, team_id: team };
}

/** Only a root that was answered, and an answer, say in which thread they are. */
function threadOf(world: World, { ts, threadTs }: StoredMessage): Json {
	if (threadTs) return { thread_ts: threadTs, parent_user_id: world.messages.get(threadTs)?.user };
	const replies = repliesTo(world, ts).filter(({ ephemeralTo }) => !ephemeralTo);
	const latest = replies.at(-1);
	if (!latest) return {};
	const users = [...new Set(replies.map(({ user }) => user))];
	return { thread_ts: ts, reply_count: replies.length, reply_users: users, latest_reply: latest.ts };
}

function reactionsOf({ reactions }: StoredMessage): Json {
	if (reactions.size === 0) return {};
	return { reactions: [...reactions].map(([name, users]) => ({ name, users, count: users.length })) };
}
