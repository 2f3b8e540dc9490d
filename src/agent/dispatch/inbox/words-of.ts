import { filesKey } from '../../../chat/inbound.ts';

const words = '/words';

/** The key of the message that a command hands in. Pure. */
export function wordsKey(command: string): string {
	return `${command}${words}`;
}

/** Whether it is the key of a message that a command handed in. Pure. */
export function isWordsKey(key: string): boolean {
	return key.endsWith(words);
}

/** Whether something with this key is what the platform knows as `of`, its files, or what a command there has handed in. Pure. */
export function isPartOf(key: string | undefined, of: string): boolean {
	return key === of || key === filesKey(of) || key === wordsKey(of);
}
