import { z } from 'zod';
import type { Thread } from './thread.ts';

/** A session's id, safe as the name of a folder: the 255 bytes are the limit of Linux file systems (NAME_MAX). */
export const sessionIdSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,254}$/);

const prefixes: Readonly<Record<Thread['platform'], string>> = {
	terminal: 'local',
	slack: 'slack',
	discord: 'discord',
};

/**
 * The id of a thread's first session: `local-…`, `slack-…`, `discord-…`. Different threads have different ids, and none is one that
 * `nextSessionId` makes: a dot of the thread (Slack's time stamps have one) becomes `__`, and `_` becomes `_-`.
 */
export function sessionIdOf(thread: Thread): string {
	const readable = thread.id.replaceAll(/[._]/g, (char) => (char === '.' ? '__' : '_-'));
	return `${prefixes[thread.platform]}-${readable}`;
}

/** The thread that a session's id was made of; undefined for one that was made otherwise. */
export function threadOfSession(id: string): Thread | undefined {
	const [, prefix, readable = ''] = /^([a-z]+)-([^.]+)/.exec(id) ?? [];
	const platform = (['terminal', 'slack', 'discord'] as const).find((one) => prefixes[one] === prefix);
	const thread = readable.replaceAll(/__|_-/g, (pair) => (pair === '__' ? '.' : '_'));
	return platform === undefined ? undefined : { platform, id: thread };
}

/** The id after `id` in the same thread: `<id>.2`, then `<id>.3`. */
export function nextSessionId(id: string): string {
	const [first = id, count = '1'] = id.split('.');
	return `${first}.${Number(count) + 1}`;
}
