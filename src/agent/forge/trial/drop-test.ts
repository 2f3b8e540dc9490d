import type { Catalog, SessionFolder } from '../../../store/store.ts';
import type { ToolResult } from '../../tool.ts';
import { dropKey, isOfOrder, type ToolCase } from '../draft/cases.ts';
import {
	currentOf,
	idOf,
	type ToolEntry,
	updateRegistry,
	type VersionEntry,
	withTool,
	withVersion,
} from '../registry/registry.ts';
import { readCases } from '../run/former.ts';

/** Which test is meant: its number in the version's tests, from 1, or its name. */
export type WhichTest = number | string;

/** Who takes a test away, and why, as far as that is said. */
export interface Dropping {
	readonly by: string;
	readonly why?: string;
	/** Of the place: a version there is changed by nobody, so that it is told what it still has. */
	readonly catalog: Catalog | undefined;
}

/** Dropped tests of one version. */
const mostDropped = 100;

/**
 * Takes a test that the Coder has made up from the current version of a tool, so that no repair inherits it, and says so in a sentence. What the order
 * or an answer says is never dropped: another order says otherwise.
 */
export async function dropTest(
	tool: ToolEntry,
	which: WhichTest,
	{ catalog, ...dropping }: Dropping,
	folder: SessionFolder,
): Promise<Pick<ToolResult, 'ok' | 'text'>> {
	const [id, { version }] = [idOf(tool), currentOf(tool).manifest];
	const test = pick((await readCases(folder, { tool: id, version })) ?? [], which);
	const named = `test ${typeof which === 'number' ? which : `"${which.slice(0, 60)}"`} of ${id} version ${version}`;
	if (!test) return { ok: false, text: `There is no ${named}.` };
	const kept = whyKept(test);
	if (kept !== undefined) return { ok: false, text: `Cannot drop ${named}: ${kept}.` };
	const dropped = { test: dropKey(test), ...dropping, at: new Date().toISOString() };
	await updateRegistry(folder, (registry) =>
		withTool(registry, id, (entry) => withVersion(entry, version, (one) => withDropped(one, dropped))),
	);
	const still = catalog ? await stillIn(catalog, id, dropKey(test)) : '';
	return { ok: true, text: `Dropped ${named}: no repair is held to it any more.${still}` };
}

/** Says that the catalog's version has a test still; empty where it has not. */
async function stillIn(catalog: Catalog, tool: string, key: string): Promise<string> {
	const version = await catalog.tools.current(tool);
	const cases = version === undefined ? [] : await readCases({ files: catalog }, { tool, version });
	if (!cases?.some((test) => dropKey(test) === key)) return '';
	return ` Version ${version} of catalog ${catalog.id} has it still, and so have sessions that take the tool from there, until a repaired version is shared.`;
}

function whyKept(test: ToolCase): string | undefined {
	if (isOfOrder(test)) return 'it is of the order, and only an order that says otherwise takes its place';
	return test.from === 'coder' ? undefined : 'the Coder has not made it up';
}

function pick(cases: readonly ToolCase[], which: WhichTest): ToolCase | undefined {
	if (typeof which === 'number') return cases[which - 1];
	const named = cases.filter(({ name }) => name === which);
	return named.find(({ from }) => from === 'coder') ?? named[0];
}

function withDropped(entry: VersionEntry, one: NonNullable<VersionEntry['dropped']>[number]): VersionEntry {
	const others = (entry.dropped ?? []).filter(({ test }) => test !== one.test);
	return { ...entry, dropped: [...others, one].slice(-mostDropped) };
}
