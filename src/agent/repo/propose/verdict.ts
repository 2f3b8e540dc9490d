import { fenced } from '../../../base/text/markdown.ts';
import type { NotDone } from '../../../git/git.ts';
import { sanitise } from '../../../sandbox/guest/sanitise.ts';
import type { Ran } from '../repo-deps.ts';
import { inertLine } from '../safe-words.ts';
import type { TestRun } from '../trials.ts';

/** How the tests of a proposal ended. */
export interface Verdict {
	/** For people, in a line of Markdown. */
	readonly line: string;
	/** The last of its output; empty: none is shown. */
	readonly tail: string;
	readonly ran: readonly Ran[];
}

const mostTail = 2_000;

/** Pure. */
export function verdictOf(command: string | undefined, run: TestRun | NotDone): Verdict {
	if (run.kind === 'refused' || run.kind === 'not-run') {
		const ran = command === undefined ? [] : [{ command, end: 'not-run' as const, why: run.why }];
		return { line: `⚪ Not tested: ${inertLine(run.why, 250)}`, tail: '', ran };
	}
	const seconds = Math.max(1, Math.round(run.ms / 1000));
	const tail = sanitise(run.tail.slice(-mostTail));
	const files = filesText(run.otherPackages ?? []);
	const packages = files === '' ? '' : `, with the packages of the base: ${files} changed`;
	const why = `exit code ${run.code}, ${seconds} s${packages}`;
	const ran = [{ command: command ?? 'test', end: run.kind, why, tail }];
	const on = `on exactly this${files === '' ? '' : `, but with the packages of the base: ${inertLine(files, 120)} changed`}`;
	if (run.kind === 'passed') return { line: `✅ Tests passed in ${seconds} s, ${on}`, tail: '', ran };
	return { line: `❌ Tests failed with exit code ${run.code}, ${on}`, tail, ran };
}

const mostNamed = 3;

function filesText(paths: readonly string[]): string {
	const named = paths.slice(0, mostNamed).map((path) => path.slice(-60));
	const rest = paths.length - named.length;
	return [...named, ...(rest > 0 ? [`${rest} more`] : [])].join(', ');
}

/** The end of the tests for the Brain; the output is data. Pure. */
export function testedText({ line, tail }: Verdict): string {
	return tail === '' ? line : `${line}. Their end:\n${fenced(tail, '')}`;
}
