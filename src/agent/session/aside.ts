import type { Person } from '../../chat/thread.ts';
import { markOf } from './folding/compacted.ts';
import type { History, OpenTurn } from './history.ts';
import { namesBefore, oneLine } from './said-lines.ts';

/** Whether all that a turn has taken was said to nobody by name: perhaps to us, perhaps not. Pure. */
export function isAside({ entries }: Pick<OpenTurn, 'entries'>): boolean {
	const taken = entries.flatMap(({ step }) => (step.type === 'taken' ? [step] : []));
	return taken.length > 0 && taken.every(({ aside }) => aside === true);
}

/** Whether one person alone has spoken in the thread, as far as the conversation goes back, and before that; `also` has, too. Pure. */
export function isAlone({ messages, window }: Pick<History, 'messages' | 'window'>, also?: Person): boolean {
	const said = messages.flatMap((message) => (message.role === 'user' && message.person ? [message.person] : []));
	const people = also ? [...said, also] : said;
	if (new Set([...people.map(({ id }) => markOf(id)), ...(window.people ?? [])]).size !== 1) return false;
	const names = new Set(people.map(({ name }) => oneLine(name)));
	return messages.every(({ role, text }) => role !== 'user' || namesBefore(text).every((name) => names.has(name)));
}
