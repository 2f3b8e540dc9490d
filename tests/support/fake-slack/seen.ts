import { pingsOfBlocks, pingsOfText, showMrkdwn, wordsOf } from './blocks/words.ts';
import { sessionAt } from './methods/sessions.ts';
import { settleStream } from './methods/streams.ts';
import type { StoredFile } from './records.ts';
import { contentOf } from './wire/wire-message.ts';
import { type Json, rootOf, type StoredMessage, type StreamState, type World } from './world.ts';

/** A message as it can be seen. */
export interface SeenMessage {
	readonly ts: string;
	readonly threadTs: string | undefined;
	readonly channel: string;
	readonly user: string;
	/** Set on what an app wrote. */
	readonly botId: string | undefined;
	readonly subtype: string | undefined;
	/** The text of notifications, shown as well where there are no blocks. */
	readonly text: string;
	readonly blocks: readonly Json[];
	readonly metadata: Json | undefined;
	readonly files: readonly SeenFile[];
	/** Of a streamed message. */
	readonly stream: StreamState | undefined;
	/** Marked as edited. */
	readonly edited: boolean;
	/** How often it was changed. */
	readonly edits: number;
	/** The only one who sees it. */
	readonly ephemeralTo: string | undefined;
	/** Who reacted, by the emoji's name. */
	readonly reactions: Readonly<Record<string, readonly string[]>>;
}

export interface SeenFile {
	readonly id: string;
	readonly name: string;
	readonly title: string;
	readonly bytes: Uint8Array;
	readonly mode: string;
}

export interface SeenSession {
	readonly status: string;
	readonly title: string | undefined;
	/** Of the older status call. */
	readonly text: string | undefined;
}

/** Looking at this Slack. */
export interface View {
	/** Without a thread: all messages of the channel, threads' answers too. Ephemeral ones are among them. */
	messages(channel: string, threadTs?: string): readonly SeenMessage[];
	message(ts: string): SeenMessage | undefined;
	/** All the words that a person sees in a message: text, cards, buttons, files; mentions by name. */
	plainText(message: SeenMessage): string;
	/** Who a message notifies: ids of people and groups, `@channel`, `@here`, `@everyone`. */
	pings(message: SeenMessage): readonly string[];
	/** The status of a thread's session; undefined when there is none. */
	status(channel: string, threadTs: string): SeenSession | undefined;
}

export function createView(world: World): View {
	const nameOf = (id: string): string =>
		world.users.get(id)?.displayName ?? world.channels.get(id)?.name ?? world.groups.get(id)?.name ?? id;
	return {
		messages(channel, threadTs) {
			const all = [...world.messages.values()].filter((message) => message.channel === channel);
			const asked = threadTs === undefined ? all : all.filter((message) => rootOf(message) === threadTs);
			return asked.map((message) => see(world, message));
		},
		message(ts) {
			const message = world.messages.get(ts);
			return message && see(world, message);
		},
		plainText({ text, blocks, files }) {
			const words = blocks.length > 0 ? wordsOf(blocks, nameOf) : showMrkdwn(text, nameOf);
			return [words, ...files.map(({ title, name }) => (title === name ? name : `${title} ${name}`))].join('\n');
		},
		pings({ text, blocks, ts }) {
			const bare = world.messages.get(ts)?.linksNames ? (text.match(/@(?:channel|here|everyone)\b/g) ?? []) : [];
			return [...new Set([...pingsOfText(text), ...pingsOfBlocks(blocks), ...bare])];
		},
		status(channel, threadTs) {
			const session = sessionAt(world, channel, threadTs);
			return session && { status: session.status, title: session.title, text: session.text };
		},
	};
}

function see(world: World, message: StoredMessage): SeenMessage {
	const { ts, threadTs, channel, user, botId, subtype, metadata, edited, edits, ephemeralTo } = message;
	const stream = settleStream(world, message);
	const { text, blocks = [] } = contentOf(message);
	const files = message.fileIds.flatMap((id) => world.files.get(id) ?? []).map(seeFile);
	const reactions = Object.fromEntries([...message.reactions].map(([name, users]) => [name, [...users]]));
	return {
		...{ ts, threadTs, channel, user, botId, subtype, text, blocks, metadata, files, stream },
		...{ edited: edited !== undefined, edits, ephemeralTo, reactions },
	};
}

export function seeFile({ id, name, title, bytes, mode }: StoredFile): SeenFile {
	return { id, name, title, bytes, mode };
}
