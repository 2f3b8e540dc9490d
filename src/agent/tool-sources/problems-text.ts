import { shorten } from '../../base/text/shorten.ts';

/** Sentences that are told, and characters of each. */
const most = 3;
const longest = 300;

/** Problems that keep tools away, to be said after a text that could not name one; empty without problems. Pure. */
export function problemsText(problems: readonly string[]): string {
	if (problems.length === 0) return '';
	const told = problems.slice(0, most).map((problem) => shorten(problem, longest));
	const more = problems.length > most ? [`and ${problems.length - most} more`] : [];
	return ` Left out: ${[...told, ...more].join('; ')}`;
}
