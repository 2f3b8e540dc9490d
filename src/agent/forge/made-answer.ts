import { shorten } from '../../base/text/shorten.ts';
import { isOfOrder, type ToolCase } from './draft/cases.ts';
import { takenText } from './order/taken-text.ts';
import type { Manifest } from './registry/manifest.ts';
import { idOf } from './registry/registry.ts';

/** Below 400 tokens, as every answer of the forge is. */
const most = 1_400;

export interface Made {
	readonly manifest: Manifest;
	/** The tests that the version is kept with. */
	readonly cases: readonly ToolCase[];
	/** For what parts of the order were taken that said it otherwise. */
	readonly taken: readonly string[];
}

/**
 * Tells the Brain of the tool that it has ordered: how `use_tool` calls it, what it was tested with beside the order, what it needs and where it
 * lives. Not its schemas, which the Brain has just sent, and nothing of the tries. Pure.
 */
export function madeAnswer({ manifest, cases, taken }: Made): string {
	const { version, example, usage } = manifest;
	const name = idOf(manifest);
	const made = { made: name, version };
	const facts = {
		tests: testsOf(cases),
		...(cases.some(({ from }) => from === 'coder') && {
			drop: `a wrong one of those beside: forge_tool {"continue": "${name}", "answer": {"drop": its name, "why": …}}`,
		}),
		packages: packagesOf(manifest),
		lives: `/tools/${name}/${version}/tool.py; in this thread only, until it is shared`,
	};
	const understood = taken.length > 0 ? { understood: takenText(taken) } : {};
	const use_tool = { name, input: example.input };
	const forms = [
		{ ...made, use_tool, ...facts, usage: shorten(usage, 400), ...understood },
		{ ...made, use_tool: { name }, ...facts, usage: shorten(usage, 200), ...understood },
		{ ...made, use_tool: { name }, ...facts, drop: undefined },
	];
	const texts = forms.map((form) => JSON.stringify(form));
	return texts.find((text) => Buffer.byteLength(text) <= most) ?? JSON.stringify({ ...made, use_tool: { name } });
}

/** Names of tests that are told, and characters of each. */
const mostNames = 6;
const longestName = 50;

function testsOf(cases: readonly ToolCase[]): string {
	const count = (from: readonly ToolCase['from'][]) => cases.filter((test) => from.includes(test.from)).length;
	const own = cases
		.filter(({ from }) => from === 'coder')
		.map(({ name }) => shorten(name.replaceAll(/\s+/g, ' '), longestName));
	const more = own.length > mostNames ? `, and ${own.length - mostNames} more` : '';
	const used = count(['failure', 'earlier']);
	return [
		`${cases.filter(isOfOrder).length} of orders`,
		own.length === 0 ? 'none beside' : `beside: ${own.slice(0, mostNames).join(', ')}${more}`,
		...(used > 0 ? [`${used} of use`] : []),
	].join('; ');
}

function packagesOf({ dependencies }: Manifest): string {
	return dependencies.length === 0 ? "none beside Python's own" : shorten(dependencies.join(', '), 200);
}
