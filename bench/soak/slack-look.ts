import { keysIn } from '../../src/adapters/slack/api/post-metadata.ts';
import { threadAt } from '../../src/adapters/slack/thread-keys.ts';
import type { FakeSlack } from '../../tests/support/fake-slack/fake-slack.ts';
import type { SeenMessage } from '../../tests/support/fake-slack/seen.ts';
import { answersIn } from './conversation.ts';
import type { SlackSpot } from './slack-workspaces.ts';
import type { SeenState, SeenThread } from './soak-platform.ts';
import { unaskedPings } from './unasked-pings.ts';

/** A thread whose root is there. */
export interface BegunThread extends SlackSpot {
	readonly root: string;
}

export const notBegun: SeenThread = {
	thread: undefined,
	answers: [],
	files: [],
	state: { repeated: [], unfinished: [], marks: [], underWay: undefined, pings: [] },
};

export function lookAt(slack: FakeSlack, { team, channel, root }: BegunThread): SeenThread {
	const all = slack.messages(channel, root).toSorted((one, other) => (one.ts < other.ts ? -1 : 1));
	const own = all.filter(({ botId, ephemeralTo }) => botId !== undefined && ephemeralTo === undefined);
	return {
		thread: threadAt({ team, channel, ts: root }),
		answers: own.flatMap((message) => answersIn(slack.plainText(message))),
		files: own.flatMap((message) => message.files),
		state: stateOf(slack, { all, own, status: slack.status(channel, root)?.status }),
	};
}

interface Shown {
	readonly all: readonly SeenMessage[];
	readonly own: readonly SeenMessage[];
	readonly status: string | undefined;
}

function stateOf(slack: FakeSlack, { all, own, status }: Shown): SeenState {
	const keys = own.flatMap(({ metadata }) => keysIn(metadata) ?? []);
	const speakers = new Set(all.filter(({ botId }) => botId === undefined).map(({ user }) => user));
	return {
		repeated: [...new Set(keys.filter((key, at) => keys.indexOf(key) !== at))].map((key) => `"${key}"`),
		unfinished: own.flatMap((message) => {
			const why = whyUnfinished(slack, message);
			return why === undefined ? [] : [`${message.ts} ${why}: ${slack.plainText(message).slice(0, 80)}`];
		}),
		marks: all.flatMap(({ ts, reactions }) => Object.keys(reactions).map((name) => `:${name}: on ${ts}`)),
		underWay: status === undefined || status === 'active' ? undefined : `is "${status}"`,
		pings: own.flatMap((message) => {
			const notifying = { text: slack.plainText(message), pings: slack.pings(message), speakers };
			return unaskedPings(notifying).map((who) => `${who} by ${message.ts}`);
		}),
	};
}

/** The reason why a message of the bot's looks as if more was to come. */
function whyUnfinished(slack: FakeSlack, message: SeenMessage): string | undefined {
	const { stream, edits, metadata, files, blocks } = message;
	if (stream === 'streaming') return 'streams';
	if (stream === 'timed-out' && edits === 0) return 'has timed out';
	if (keysIn(metadata) === undefined && files.length === 0) return 'has no metadata';
	if (/^⋯|Working …/m.test(slack.plainText(message))) return 'shows something running';
	return JSON.stringify(blocks).includes('"in_progress"') ? 'has a card in progress' : undefined;
}
