import { shorten } from '../../../base/text/shorten.ts';
import type { Refused, RejectClass } from '../verdict.ts';

/** A reason to refuse a draft. */
export interface Problem {
	readonly class: RejectClass;
	/** From 1; of the body as the Coder wrote it. */
	readonly line: number | undefined;
	readonly text: string;
	/** No further try can mend it; one sentence for the Brain. */
	readonly hopeless?: string;
}

/** The worst first: what hides the rest, then what must never be, then what does not work. */
const order: readonly RejectClass[] = ['syntax', 'policy', 'lint', 'imports'];
/** Characters of feedback, and in it of one problem and of a source line. */
const most = { feedback: 1500, text: 600, line: 120 };

/** The refusal of a draft for what was found, the worst first, each with its line of the source. Undefined when nothing was. Pure. */
export function refusal(problems: readonly Problem[], source: string): Refused | undefined {
	const sorted = problems.toSorted((a, b) => rank(a) - rank(b) || (a.line ?? 0) - (b.line ?? 0));
	const [worst] = sorted;
	if (!worst) return undefined;
	const hopeless = sorted.find((problem) => problem.hopeless !== undefined)?.hopeless;
	return {
		kind: 'refused',
		class: worst.class,
		feedback: cutList(describeAll(sorted, source)),
		...(hopeless !== undefined && { hopeless }),
	};
}

function rank(problem: Problem): number {
	return order.indexOf(problem.class);
}

/** Problems of one line that read alike are said once. */
function describeAll(problems: readonly Problem[], source: string): readonly string[] {
	const lines = source.split(/\r\n|\r|\n/);
	return [...new Set(problems.map((problem) => describe(problem, lines)))];
}

function describe({ line, text }: Problem, lines: readonly string[]): string {
	const said = shorten(text, most.text);
	return line === undefined ? said : `line ${line}: ${said}${quoted(lines[line - 1])}`;
}

function quoted(line: string | undefined): string {
	const text = line?.trim() ?? '';
	return text === '' ? '' : `\n    ${shorten(text, most.line)}`;
}

/** As many as fit, and how many more there are. */
function cutList(texts: readonly string[]): string {
	let length = 0;
	const fitting = texts.findIndex((text) => {
		length += text.length + 1;
		return length > most.feedback - 20;
	});
	const kept = fitting < 0 ? texts : [...texts.slice(0, fitting), `and ${texts.length - fitting} more`];
	return kept.join('\n');
}
