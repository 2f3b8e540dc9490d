import { diffOf } from '../../../base/text/code-diff.ts';
import { fenced, plainName, visible } from '../../../base/text/markdown.ts';
import { parseJson } from '../../model/text/json-text.ts';
import { withoutFooter } from '../draft/assemble.ts';
import { casesSchema, type ToolCase } from '../draft/cases.ts';
import { type Manifest, versionFiles } from '../registry/manifest.ts';
import type { Use } from '../registry/registry.ts';
import type { KeptVersion } from './kept-version.ts';
import type { Proposal } from './proposal.ts';

/** A proposed version, and the one that stands in its place now. */
export interface ProposedVersion {
	readonly proposal: Proposal;
	readonly kept: KeptVersion;
	/** Of one whose tests were data of the session, and are made up now: values of that data that stand in its code. */
	readonly constants: readonly string[] | undefined;
	readonly use: Use;
	/** The catalog's version of it. `code` is undefined for one that cannot be read. */
	readonly now: { readonly version: number; readonly code: string | undefined } | undefined;
}

/** The facts in some lines, none of them long. Pure. */
export function factsOf({ proposal, kept, constants, use, now }: ProposedVersion): string {
	const { session, catalog, tool, version, proposedBy } = proposal;
	const { manifest, files } = kept;
	return [
		`**Share ${tool} with everyone who uses catalog ${catalog}?**`,
		`${plainName(proposedBy.name)} proposes version ${version} of session ${session}. ${replacing(now)}`,
		`- May: ${['compute', ...manifest.capabilities].join(', ')}`,
		`- Packages: ${packagesLine(manifest, files[versionFiles.lock])}`,
		`- Tests, all passed when it was forged: ${testsOf(files[versionFiles.tests] ?? '')}`,
		...ownDataLines(constants),
		`- Calls since then: ${use.calls}, failed: ${use.failures}`,
	].join('\n');
}

const mostConstants = 5;

function ownDataLines(constants: readonly string[] | undefined): readonly string[] {
	if (constants === undefined) return [];
	const made =
		'- It was made of a script and data of its session: tests and example are made up, and none of that data is in them';
	const named = constants.slice(0, mostConstants).map((one) => `"${plainName(one)}"`);
	const more = constants.length > mostConstants ? ` and ${constants.length - mostConstants} more` : '';
	return constants.length === 0 ? [made] : [made, `- Of that data stand in its code: ${named.join(', ')}${more}`];
}

function replacing(now: ProposedVersion['now']): string {
	if (!now) return 'The catalog has no tool of that name.';
	return `It replaces version ${now.version}${now.code === undefined ? ', which cannot be read' : ''}.`;
}

/**
 * All that sessions would take from the catalog: what models wrote stands in code blocks, with what is invisible written out. `whole` has the
 * lines, too, that every tool ends with to the letter. Pure.
 */
export function partsOf({ kept, constants, now }: ProposedVersion, { whole }: { readonly whole: boolean }): string {
	const { manifest, files } = kept;
	const all = files[versionFiles.code] ?? '';
	const code = whole ? all : withoutFooter(all);
	const packages = lockedIn(files[versionFiles.lock]);
	const changes = now?.code === undefined ? undefined : diffOf(now.code, all);
	return [
		block('What it is for, and how it is called', `${manifest.purpose}\n${manifest.usage}`, ''),
		...(manifest.found ? [block('Words that it is found by', foundText(manifest.found), '')] : []),
		block('Input', json(manifest.input), 'json'),
		block('Result', json(manifest.output), 'json'),
		block('Example', json(manifest.example), 'json'),
		...(constants ? [block('Tests, made up', (files[versionFiles.tests] ?? '').trim(), 'json')] : []),
		...(packages.length > 0 ? [block('Packages', packages.join('\n'), '')] : []),
		...(now && changes !== undefined ? [block(`Changes to version ${now.version}`, changes, 'diff')] : []),
		block(
			code === all ? 'The code' : 'The code, without the lines that every tool ends with',
			code.replace(/(?<!\n)\n+$/, ''),
			'python',
		),
	].join('\n');
}

function foundText({ phrases, synonyms, notFor }: NonNullable<Manifest['found']>): string {
	const not = notFor.length === 0 ? '' : `; not for: ${notFor.join('; ')}`;
	return `${[...phrases, ...synonyms].join('; ')}${not}`;
}

function block(title: string, text: string, language: string): string {
	return `${title}:\n${fenced(visible(text), language)}`;
}

function json(value: unknown): string {
	return JSON.stringify(value);
}

function packagesLine({ dependencies, provenance }: Manifest, lock: string | undefined): string {
	if (lock === undefined) return dependencies.length === 0 ? 'none' : 'only those that every sandbox has';
	const by = provenance.packagesBy;
	return `${lockedIn(lock).length}, ${by ? `approved by ${plainName(by.name)}` : 'all well known'}`;
}

function lockedIn(lock = ''): string[] {
	const lines = lock.matchAll(/^([A-Za-z0-9._-]+)==([A-Za-z0-9.+!_-]+)/gm);
	return [...lines].map(([, name, version]) => `${name} ${version}`);
}

const kinds: Readonly<Record<ToolCase['from'], string>> = {
	example: 'examples',
	negative: 'inputs to refuse',
	answer: 'answered since',
	coder: 'more cases',
	standard: 'inputs of every tool',
	failure: 'mended failures',
	earlier: 'inputs of earlier versions',
};

function testsOf(text: string): string {
	const cases = casesSchema.safeParse(parseJson(text)?.value);
	if (!cases.success) return 'none that can be read';
	const counts = Object.entries(kinds).map(([from, label]) => ({
		label,
		count: cases.data.filter((one) => one.from === from).length,
	}));
	return counts.flatMap(({ label, count }) => (count === 0 ? [] : [`${label} ${count}`])).join(', ');
}
