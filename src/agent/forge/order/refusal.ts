import { shorten } from '../../../base/text/shorten.ts';
import type { Fault } from '../spec/fault.ts';
import { exampleOrder } from './example-order.ts';
import type { Reading } from './read-order.ts';
import { takenText } from './taken-text.ts';

/** Faults that are told, and characters of them all; together with the rest below 400 tokens, but for the example. */
const mostTold = 8;
const room = 1_760;
/** Characters of one, where there are few: the mend stands at its end. */
const longest = 440;

/** Sends an order back: all that is wrong with it, what was read as something else, and, where it is the first one, how a right one looks. Pure. */
export function refusalText({ faults, taken }: Pick<Reading, 'faults' | 'taken'>, isFirst: boolean): string {
	const head = `The order has ${faults.length === 1 ? '1 fault' : `${faults.length} faults`}. Mend ${faults.length === 1 ? 'it' : 'them'} and order again:`;
	const lines = [head, ...faultLines(faults), ...takenLine(taken)];
	return [...lines, ...(isFirst ? [`A whole order: ${JSON.stringify(exampleOrder)}`] : [])].join('\n');
}

/** A line for each fault, shorter where there are many, and how many more there are. Pure. */
export function faultLines(faults: readonly Fault[]): readonly string[] {
	const shown = faults.slice(0, mostTold);
	const characters = Math.min(longest, Math.floor(room / shown.length));
	const more = faults.length > mostTold ? [`- and ${faults.length - mostTold} more`] : [];
	return [...shown.map((fault) => lineOf(fault, characters)), ...more];
}

function lineOf({ at, says }: Fault, characters: number): string {
	return `- ${shorten(`${at}: ${says}`, characters).replaceAll(/\s+/g, ' ')}`;
}

/** For what was taken what was said otherwise. Pure. */
export function takenLine(taken: readonly string[]): string[] {
	return taken.length === 0 ? [] : [`Understood without a change: ${takenText(taken)}.`];
}
