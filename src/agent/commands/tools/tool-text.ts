import { shorten } from '../../../base/text/shorten.ts';
import { dropKey, type ToolCase } from '../../forge/draft/cases.ts';
import type { Manifest } from '../../forge/registry/manifest.ts';
import { idOf, type ToolEntry, type Use, type VersionEntry } from '../../forge/registry/registry.ts';
import { originOf, testText } from '../../forge/trial/test-origin.ts';
import { isRecord } from '../../model/text/json-text.ts';
import { counted } from './tool-list.ts';

/** One version, for people: what it does, how it is called, where it comes from, how it was tested, how it has done. Pure. */
export function showText(
	manifest: Manifest,
	own: Pick<VersionEntry, 'use' | 'quarantined' | 'dropped'> | undefined,
	tests: readonly ToolCase[] = [],
): string {
	const { version, input, output, example, usage, capabilities, dependencies } = manifest;
	const state = own === undefined ? ', shared by others' : own.quarantined ? ', quarantined' : '';
	return [
		`${idOf(manifest)} (version ${version}${state})`,
		oneLine(manifest.purpose, 600),
		`Input      ${fieldsText(input)}`,
		`Output     ${fieldsText(output)}`,
		`Example    \`${code(example.input)}\` gives \`${code(example.output)}\``,
		...(usage === '' ? [] : [`Usage      ${oneLine(usage, 300)}`]),
		`May        ${capabilities.length === 0 ? 'compute only' : capabilities.join(', ')}`,
		`Packages   ${dependencies.length === 0 ? 'none of its own' : dependencies.join(', ')}`,
		`Made       ${madeText(manifest)}`,
		...testLines(tests, own),
		...(own === undefined ? [] : [`Use        ${useText(own.use)}`]),
	].join('\n');
}

/** Tests that are listed, and characters of an input or an expectation. */
const mostTests = 40;
const longest = 80;

/** Each test by the number that `drop` takes. */
function testLines(tests: readonly ToolCase[], own: Pick<VersionEntry, 'dropped'> | undefined): string[] {
	const lines = tests.slice(0, mostTests).map((test, index) => {
		const [input, expected] = testText(test, longest);
		const dropped = own?.dropped?.find((one) => one.test === dropKey(test));
		const gone = dropped
			? `; dropped by ${dropped.by}${dropped.why === undefined ? '' : `: ${oneLine(dropped.why, 100)}`}`
			: '';
		return `  ${index + 1}  \`${quoted(input)}\` must give \`${quoted(expected)}\` (${originOf(test)}${gone})`;
	});
	const more = tests.length > mostTests ? [`  … and ${tests.length - mostTests} more`] : [];
	return lines.length === 0 ? [] : [`Tests      ${tests.length}:`, ...lines, ...more];
}

/** The versions of a tool, newest first. Pure. */
export function versionsText(tool: ToolEntry): string {
	const lines = tool.versions.toReversed().map(({ manifest, quarantined, use }) => {
		const marks = [manifest.version === tool.current ? 'in use' : '', quarantined ? 'quarantined' : ''].filter(Boolean);
		const after = marks.length === 0 ? '' : ` (${marks.join(', ')})`;
		return `  ${manifest.version}${after}  ${dateOf(manifest.forgedAt)}  ${useText(use)}`;
	});
	return `${idOf(tool)}:\n${lines.join('\n')}`;
}

/** The fields of an object's schema: `file (string), rows (array, may be left out)`. Pure. */
function fieldsText({ properties, required }: Readonly<Record<string, unknown>>): string {
	const fields = Object.entries(isRecord(properties) ? properties : {});
	const needed: readonly unknown[] = Array.isArray(required) ? required : [];
	const texts = fields.map(([name, schema]) => {
		const { type } = isRecord(schema) ? schema : {};
		const facts = [...(typeof type === 'string' ? [type] : []), ...(needed.includes(name) ? [] : ['may be left out'])];
		return facts.length === 0 ? name : `${name} (${facts.join(', ')})`;
	});
	return texts.length === 0 ? 'anything' : shorten(texts.join(', '), 600);
}

function madeText({ forgedAt, provenance }: Manifest): string {
	const { coder, tries, askedBy, repairs, adopted, shared, packagesBy } = provenance;
	return [
		`${dateOf(forgedAt)} by ${coder} in ${counted(tries, 'try').replace('trys', 'tries')}`,
		...(askedBy ? [`asked for by ${askedBy.name}`] : []),
		...(repairs === undefined ? [] : [`repairs version ${repairs}`]),
		...(packagesBy ? [`packages allowed by ${packagesBy.name}`] : []),
		...(shared ? [`shared by ${shared.proposedBy.name}, approved by ${shared.approvedBy.name}`] : []),
		...(adopted ? [`taken over from the catalog ${adopted.catalog}, version ${adopted.version}`] : []),
	].join('; ');
}

function useText({ calls, failures, ms, lastError }: Use): string {
	if (calls === 0) return 'not called yet';
	const average = `${Math.round(ms / calls)} ms on average`;
	const last = lastError === undefined ? '' : `; last failed with ${oneLine(lastError, 200)}`;
	return `${counted(calls, 'call')}, ${failures} failed, ${average}${last}`;
}

function dateOf(time: string): string {
	return time.slice(0, 10);
}

function code(value: unknown): string {
	return quoted(shorten(JSON.stringify(value), 300));
}

/** For a span of code. */
function quoted(text: string): string {
	return text.replaceAll('`', "'").replaceAll(/\s+/g, ' ');
}

function oneLine(text: string, length: number): string {
	return shorten(text.replaceAll(/\s+/g, ' ').trim(), length);
}
