import { posix } from 'node:path';
import { foldName } from '../../../base/text/offered-name.ts';
import { isRecord, type JsonRecord } from '../../model/text/json-text.ts';
import { createMender } from '../../model/text/mend-json.ts';
import { isNothing, type Notes, readText } from '../order/notes.ts';
import { readNames } from '../order/read-names.ts';
import { readPurpose } from '../order/small-fields.ts';
import type { Fault } from '../spec/fault.ts';
import type { Named } from './script-order.ts';

/** A call of `forge_from_script` as it is meant, or all that is wrong with it. */
export type ReadCall =
	| { readonly path: string; readonly named: Named; readonly taken: readonly string[] }
	| { readonly faults: readonly Fault[] };

const aliases: Readonly<Record<string, string>> = {
	path: 'path file script scriptpath filepath filename source',
	name: 'name tool toolname id title',
	purpose: 'purpose description desc summary what goal does docstring',
	category: 'category group namespace',
};
const byFold = new Map(
	Object.entries(aliases).flatMap(([field, names]) => names.split(' ').map((name) => [name, field] as const)),
);

const wrappers = ['arguments', 'args', 'parameters', 'params', 'input', 'forge_from_script'];

/** Reads whatever a model has sent. Pure. */
export function readCall(given: unknown): ReadCall {
	const notes: Notes = { taken: new Set(), faults: [], mender: createMender() };
	const fields = fieldsOf(unwrapped(given, notes, 0), notes);
	const { name, category } = readNames({ name: fields['name'], category: fields['category'] }, [], notes);
	const purpose = readPurpose(fields['purpose']);
	const path = pathOf(fields['path']);
	const faults = [
		...(path === undefined ? [{ at: 'path', says: 'is missing: say where the script is, below /workspace' }] : []),
		...(path !== undefined && !path.startsWith('/workspace/')
			? [{ at: 'path', says: `"${path.slice(0, 100)}" is not below /workspace: copy it there and run it` }]
			: []),
		...(typeof name === 'string' ? [] : [{ at: 'name', says: 'is missing: give category/verb_target' }]),
		...(purpose === undefined ? [{ at: 'purpose', says: 'is missing: say in a sentence what the tool does' }] : []),
	];
	if (faults.length > 0 || typeof name !== 'string' || purpose === undefined || path === undefined) return { faults };
	return { path, named: { name, category: String(category), purpose }, taken: [...notes.taken] };
}

function unwrapped(given: unknown, notes: Notes, depth: number): JsonRecord {
	const value = readText(given, notes);
	const [only] = Array.isArray(value) ? value : [value];
	if (!isRecord(only)) return {};
	const inner = wrappers.map((key) => readText(only[key], notes)).find(isRecord);
	return inner && depth < 4 && !('path' in only) ? unwrapped(inner, notes, depth + 1) : only;
}

function fieldsOf(call: JsonRecord, notes: Notes): JsonRecord {
	const found: Record<string, unknown> = {};
	for (const [key, value] of Object.entries(call)) {
		const field = byFold.get(foldName(key));
		if (field === undefined || isNothing(value) || (field in found && key !== field)) continue;
		if (field !== key) notes.taken.add(`${key.slice(0, 40)} as ${field}`);
		found[field] = value;
	}
	return found;
}

function pathOf(value: unknown): string | undefined {
	return typeof value === 'string' && value.trim() !== '' ? posix.resolve('/workspace', value.trim()) : undefined;
}
