/** One small change of a source, which a test is to notice. Offsets are of its text. */
export interface Mutant {
	readonly id: number;
	/** From the root of the checkout, as `src/agent/tools.ts`. */
	readonly file: string;
	readonly line: number;
	readonly start: number;
	readonly end: number;
	readonly form: 'expression' | 'statement';
	readonly before: string;
	/** Empty: a statement that is left out. */
	readonly after: string;
	/** It is evaluated while its module loads: it can be chosen in a process of its own alone. */
	readonly isStatic: boolean;
}

/** The one line that a person finds it by. */
export function titleOf({ file, line, before, after }: Mutant): string {
	return `${file}:${line}  ${oneLine(before)}  →  ${after === '' ? '(left out)' : oneLine(after)}`;
}

/** Space that only lays out is no part of a change. */
export function oneLine(text: string): string {
	return text.replaceAll(/\s+/g, ' ').trim();
}
