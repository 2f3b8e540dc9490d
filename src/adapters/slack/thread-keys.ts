import type { Thread } from '../../chat/thread.ts';

/** A place in Slack: the installation's team (or organisation), the channel, and the `ts` of a message in it. */
export interface SlackPlace {
	readonly team: string;
	readonly channel: string;
	readonly ts: string;
}

/** The thread whose root is the message at `place`. */
export function threadAt({ team, channel, ts }: SlackPlace): Thread {
	return { platform: 'slack', id: `${team}-${channel}-${ts}` };
}

/** Whether the thread's root is a message in Slack. */
export function hasRoot({ platform, id }: Thread): boolean {
	return platform === 'slack' && /^[A-Z0-9]+-[A-Z0-9]+-\d+\.\d+$/.test(id);
}

/** Where a thread's root is. Throws for a thread of another platform. */
export function placeOf(thread: Thread): SlackPlace {
	const [team, channel, ts] = thread.id.split('-');
	if (thread.platform !== 'slack' || !team || !channel || !ts)
		throw new Error(`"${thread.id}" is not a thread of Slack`);
	return { team, channel, ts };
}

/** The key of a message: equal for every delivery of it. */
export function messageKey({ team, channel, ts }: SlackPlace): string {
	return `${team}/${channel}/${ts}`;
}

/** Where the message with this key is; undefined for a key that is no message's. */
export function placeOfKey(key: string): SlackPlace | undefined {
	const [, team, channel, ts] = /^([A-Z0-9]+)\/([A-Z0-9]+)\/(\d+\.\d+)$/.exec(key) ?? [];
	return team && channel && ts ? { team, channel, ts } : undefined;
}

/** Slack's ids of a person and of their own team; undefined for somebody who is not of Slack. */
export function slackUserOf(person: string): { readonly team: string; readonly user: string } | undefined {
	const [, team, user] = /^slack:([A-Z0-9]+|unknown)\/([UW][A-Z0-9]+)$/.exec(person) ?? [];
	return team && user ? { team, user } : undefined;
}
