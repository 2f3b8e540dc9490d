import { headOf, sanitise, sanitiseLine } from '../../../sandbox/guest/sanitise.ts';

/** Text of others on one line, at most so many characters. Cut before it is looked at, and again: what is made visible is longer. Pure. */
export function line(text: string, most: number): string {
	return headOf(sanitiseLine(headOf(text, most)), most);
}

/** As `line`, for text of several lines. Pure. */
export function block(text: string, most: number): string {
	return headOf(sanitise(headOf(text, most)), most);
}

/** Whether `block` leaves anything of it out. Pure. */
export function isCut(text: string, most: number): boolean {
	return text.length > most || sanitise(text).length > most;
}
