import { shorten } from '../../shorten.ts';
import { withoutFooter } from '../assemble.ts';
import { casesSchema, type ToolCase } from '../cases.ts';
import { type Manifest, versionFiles } from '../manifest.ts';
import { idOf, readRegistry, type Use, unused, versionOf } from '../registry.ts';
import { fitted, linesOfDiff } from './code-diff.ts';
import { type KeptVersion, readKept } from './kept-version.ts';
import { fenced, plainName, visible } from './markdown.ts';
import type { Proposal } from './proposal.ts';
import type { ShareDeps } from './propose.ts';

/** Characters of the whole text, at most: what a platform shows as one message beside its buttons. */
const most = 2500;
/** Twice as much again is needed where it is all backticks. */
const mostPurpose = 250;
const mostPackages = 300;

/**
 * What an admin reads before the decision, as Markdown of at most 2,500 characters. What a model wrote stands in code blocks, with what is
 * invisible written out. Rejects with a `ProblemError` when the session's version was changed by hand.
 */
export async function textOf(proposal: Proposal, { sessions }: Pick<ShareDeps, 'sessions'>): Promise<string> {
	const { session, tool, version } = proposal;
	const [folder, catalog] = await Promise.all([sessions.open(session), sessions.catalog(proposal.catalog)]);
	const kept = await readKept({ title: `session ${session}`, tools: folder.files.tools }, { tool, version });
	const use = (await readRegistry(folder)).tools.find((entry) => idOf(entry) === tool);
	const current = await catalog.tools.current(tool);
	// One that cannot be read is replaced by what is proposed: all of that is shown.
	const before =
		current === undefined
			? undefined
			: await catalog.tools.read({ tool, version: current }, versionFiles.code).catch(() => undefined);
	const head = headOf(proposal, kept, (use && versionOf(use, version)?.use) ?? unused);
	const whole = kept.files[versionFiles.code] ?? '';
	const code = withoutFooter(whole);
	const title =
		before === undefined ? codeTitle(current, code !== whole) : `Changes to version ${current}, which is there now:`;
	return withCode(`${head}\n${title}`, linesOfDiff(before && withoutFooter(before), code), proposal);
}

function codeTitle(current: number | undefined, isCut: boolean): string {
	const without = isCut ? ', without the lines that every tool ends with' : '';
	if (current === undefined) return `The catalog has no tool of that name. The code${without}:`;
	return `Version ${current}, which is there now, cannot be read. The code${without}:`;
}

function headOf({ session, catalog, tool, version, proposedBy }: Proposal, kept: KeptVersion, use: Use): string {
	const { manifest, files } = kept;
	return [
		`**Share ${tool} with everyone who uses catalog ${catalog}?**`,
		`${plainName(proposedBy.name)} proposes version ${version} of session ${session}.`,
		fenced(shorten(visible(manifest.purpose), mostPurpose), ''),
		`- May: ${['compute', ...manifest.capabilities].join(', ')}`,
		`- Packages: ${packagesOf(manifest, files[versionFiles.lock])}`,
		`- Tests, all passed when it was forged: ${testsOf(files[versionFiles.tests] ?? '')}`,
		`- Calls since then: ${use.calls}, failed: ${use.failures}`,
	].join('\n');
}

function packagesOf({ dependencies, provenance }: Manifest, lock: string | undefined): string {
	if (lock === undefined) return dependencies.length === 0 ? 'none' : 'only those that every sandbox has';
	const names = [...lock.matchAll(/^([A-Za-z0-9._-]+)==([A-Za-z0-9.+!_-]+)/gm)].map(
		([, name, version]) => `${name} ${version}`,
	);
	const by = provenance.packagesBy;
	return `\`${shorten(names.join(', '), mostPackages)}\` (${by ? `approved by ${plainName(by.name)}` : 'all well known'})`;
}

const kinds: Readonly<Record<ToolCase['from'], string>> = {
	example: 'examples',
	negative: 'inputs to refuse',
	coder: 'more cases',
	failure: 'mended failures',
	earlier: 'inputs of earlier versions',
};

function testsOf(text: string): string {
	const cases = casesSchema.safeParse(parsed(text));
	if (!cases.success) return 'none that can be read';
	const counts = Object.entries(kinds).map(([from, label]) => ({
		label,
		count: cases.data.filter((one) => one.from === from).length,
	}));
	return counts.flatMap(({ label, count }) => (count === 0 ? [] : [`${label} ${count}`])).join(', ');
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function withCode(head: string, lines: readonly string[], { session, tool, version }: Proposal): string {
	const whole = `\`threadsmith tools show ${session} ${tool} ${version}\``;
	const text = (count: number): string => {
		const block = fenced(lines.slice(0, count).join('\n'), 'diff');
		const rest = lines.length - count;
		return `${head}\n${block}\n${rest === 0 ? 'All of it' : `${rest} more lines; all of it`}: ${whole}`;
	};
	return fitted(text, lines.length, most);
}
