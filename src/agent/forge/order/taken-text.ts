import { shorten } from '../../../base/text/shorten.ts';

/** The parts that were read as something else, in one line. Pure. */
export function takenText(taken: readonly string[]): string {
	return shorten(taken.join('; ').replaceAll(/\s+/g, ' '), 300);
}
