import { z } from 'zod';

/** A session's id, safe as the name of a folder: the 255 bytes are the limit of Linux file systems (NAME_MAX). */
export const sessionIdSchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,254}$/);

/** The prefix of a platform, and the id of a thread as `readableOf` writes it. Later sessions of the thread have more behind it. */
export const sessionIdPattern = /^([a-z]+)-([^.]+)/;

/**
 * A thread's id as a session's id has it. Different ones differ, and none has a dot, which `nextSessionId` sets: a dot becomes `__`, and
 * `_` becomes `_-`. Pure.
 */
export function readableOf(threadId: string): string {
	return threadId.replaceAll(/[._]/g, (char) => (char === '.' ? '__' : '_-'));
}

/** The thread's id that `readableOf` has written. Pure. */
export function threadIdOf(readable: string): string {
	return readable.replaceAll(/__|_-/g, (pair) => (pair === '__' ? '.' : '_'));
}

/** The id after `id` in the same thread: `<id>.2`, then `<id>.3`. */
export function nextSessionId(id: string): string {
	const [first = id, count = '1'] = id.split('.');
	return `${first}.${Number(count) + 1}`;
}
