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
	const ran = [{ command: command ?? 'test', end: run.kind, why: `exit code ${run.code}, ${seconds} s`, tail }];
	if (run.kind === 'passed') return { line: `✅ Tests passed in ${seconds} s, on exactly this`, tail: '', ran };
	return { line: `❌ Tests failed with exit code ${run.code}, on exactly this`, tail, ran };
}

/** The end of the tests for the Brain; the output is data. Pure. */
export function testedText({ line, tail }: Verdict): string {
	return tail === '' ? line : `${line}. Their end:\n${fenced(tail, '')}`;
}
