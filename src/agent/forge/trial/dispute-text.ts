import { shorten } from '../../../base/text/shorten.ts';
import type { ToolCase } from '../draft/cases.ts';
import type { ForgeRun } from '../run/forge-run.ts';
import type { Dispute, Doubt } from './doubt.ts';
import { expectedText, givenText } from './expected-text.ts';
import { disputedTest } from './settle.ts';

/** Characters that the Brain is told of a dispute: below 400 tokens, as every answer of the forge is. */
const longest = 1_400;

/** Asks the Brain what is to come of an input. It reads the input, both answers and its own words, and no code. Pure. */
export function disputeText(run: ForgeRun, id: string, test: ToolCase): string {
	const { dispute, spec } = run;
	if (!dispute) return '';
	const files = Object.entries({ ...test.files, ...test.made }).slice(0, 2);
	const lines = [
		`Disputed: the tool "${spec.name}" is not made yet. Its drafts and a test see the order differently.`,
		`Input: ${shorten(JSON.stringify(dispute.input), 250)}`,
		...files.map(([name, text]) => `File ${name.slice(0, 60)}: ${shorten(JSON.stringify(text), 150)}`),
		...(test.prepare === undefined ? [] : ['(Further files are made for it.)']),
		`A: the test expects ${expectedText(test.expect)}.`,
		`B: ${dispute.drafts === 1 ? 'the draft gave' : `${dispute.drafts} drafts, each written by itself, gave`} ${givenText(dispute.given)}.`,
		`Your order says: "${shorten(spec.purpose.replaceAll(/\s+/g, ' '), 250)}"`,
		`Say which is right: forge_tool {"continue": "${id}", "answer": "A"}, or "B", or the right result itself as JSON, or "refuse" if such input must be refused. It becomes an example of the order. Unanswered by the end of this turn, the test is dropped.`,
	];
	return shorten(lines.join('\n'), longest);
}

/** Says what was at stake where nothing came of a run, in one line; empty where the order's own examples decided. Pure. */
export function stakeText(run: ForgeRun, inherited: readonly ToolCase[] = []): string {
	const doubt = stakeOf(run);
	const test = doubt && disputedTest({ ...run, dispute: { ...doubt, drafts: 1, with: [] } }, inherited);
	if (!doubt || !test) return '';
	const [given, wanted] = [givenText(doubt.given), expectedText(test.expect)];
	const input = shorten(JSON.stringify(doubt.input), 120);
	return `At stake: for ${input} the order's words allow ${given} and ${wanted}; tests wanted ${wanted}.`;
}

function stakeOf({ dispute, tries }: ForgeRun): Doubt | Dispute | undefined {
	if (dispute && dispute.settled?.for !== 'drafts') return dispute;
	return tries.findLast(({ doubts }) => doubts && doubts.length > 0)?.doubts?.[0];
}
