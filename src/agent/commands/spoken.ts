import type { Thread } from '../../chat/thread.ts';

const before: Readonly<Record<Thread['platform'], string>> = {
	terminal: '/',
	// After our name, in a direct conversation, or after a `!`.
	slack: '',
	discord: '/smith ',
};

/** A command, with or without its arguments, as people give it in this thread. Pure. */
export function spoken(usage: string, { platform }: Pick<Thread, 'platform'>): string {
	return `${before[platform]}${usage}`;
}
