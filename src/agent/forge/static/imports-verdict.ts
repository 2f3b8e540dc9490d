import { isWellKnown } from './allow-list.ts';
import { isPlugin, knownProviders, provides, usualDistribution } from './distributions.ts';
import { isInImage } from './image-packages.ts';
import type { Checked } from './policy-verdict.ts';
import type { Problem } from './problem.ts';
import { parseRequirement, type Requirement } from './requirement.ts';
import { isSlip } from './slip.ts';

export interface ImportsVerdict {
	readonly problems: readonly Problem[];
	/** Declared, and not in the image: what is to be installed. */
	readonly requirements: readonly string[];
	/** Everything that the tool needs beside Python, the image's packages too: what a header names. */
	readonly dependencies: readonly string[];
}

type Import = Checked['imports'][number];

/**
 * Holds what a draft imports against what it declares: everything it imports is Python's own, in the image, or declared, and everything
 * declared is imported. Nothing is ever installed because a module has its name. Pure.
 */
export function importsVerdict(imports: Checked['imports'], declared: readonly string[]): ImportsVerdict {
	const parsed = declared.map(parseRequirement);
	const requirements = parsed.filter((one) => typeof one !== 'string');
	const there = new Set(imports.flatMap(({ distribution }) => distribution ?? []));
	const lacking = requirements.filter(({ name }) => !there.has(name) && !isInImage(name));
	const missing = firstOfEach(imports.filter(({ from }) => from === 'missing'));
	const problems = [
		...parsed.filter((one) => typeof one === 'string').map((text) => problem(undefined, `Dependency ${text}`)),
		...missing.flatMap((one) => undeclared(one, lacking, missing)),
		...lacking.filter((one) => isUnused(one, missing)).map(({ name }) => problem(undefined, unusedText(name))),
	];
	return {
		problems,
		requirements: textsOf(lacking),
		dependencies: [...textsOf(requirements), ...undeclaredOf(there, requirements)],
	};
}

function textsOf(requirements: readonly Requirement[]): string[] {
	return [...new Set(requirements.map(({ text }) => text))];
}

function undeclaredOf(there: ReadonlySet<string>, requirements: readonly Requirement[]): string[] {
	return [...there].filter((name) => !requirements.some((one) => one.name === name)).toSorted();
}

function firstOfEach(imports: readonly Import[]): readonly Import[] {
	return imports.filter((one, index) => imports.findIndex(({ module }) => module === one.module) === index);
}

function undeclared(one: Import, lacking: readonly Requirement[], missing: readonly Import[]): readonly Problem[] {
	const { module, line } = one;
	if (module.startsWith('.'))
		return [problem(line, 'There is nothing beside the tool to import: all of it is one file')];
	if (lacking.some(({ name }) => mayBeOf(name, module, missing))) return [];
	const usual = usualDistribution(module);
	const slip = lacking.find(({ name }) => isSlip(name, usual));
	if (slip)
		return [
			problem(line, `"${slip.name}" is declared and "${module}" is imported, which is of "${usual}": one is misspelt`),
		];
	return [problem(line, `"${module}" is neither there nor declared; declare its package ("${usual}"?), or do without`)];
}

/**
 * Whether a declared distribution stands for an import: known to hold it, of its name, or one of which nothing is known and which stands
 * for no other import. Of such a pair the tests show whether it was right.
 */
function mayBeOf(distribution: string, module: string, missing: readonly Import[]): boolean {
	if (provides(distribution, module)) return true;
	const taken = missing.some((other) => provides(distribution, other.module));
	return (
		!taken && !knownProviders(module) && !isSlip(distribution, usualDistribution(module)) && !isWellKnown(distribution)
	);
}

function isUnused({ name }: Requirement, missing: readonly Import[]): boolean {
	return !isPlugin(name) && !missing.some(({ module }) => mayBeOf(name, module, missing));
}

function unusedText(name: string): string {
	return `"${name}" is declared and not imported: leave it out of the dependencies`;
}

function problem(line: number | undefined, text: string): Problem {
	return { class: 'imports', line, text };
}
