import { isRecord, type JsonRecord } from '../../../model/text/json-text.ts';
import type { Notes } from '../notes.ts';

/** Nodes that a schema may come to: one reference twice in each of twenty definitions would be a million. */
const mostNodes = 2_000;
const definitions = ['$defs', 'definitions', 'components'];

interface Inlining {
	readonly root: JsonRecord;
	readonly notes: Notes;
	readonly path: string;
	left: number;
}

/** The schema with each reference of its own written out. One that leads to itself, or nowhere, is a fault. */
export function inlineRefs(root: JsonRecord, path: string, notes: Notes): JsonRecord {
	if (!hasReference(root)) return withoutDefinitions(root);
	const inlining: Inlining = { root, notes, path, left: mostNodes };
	const whole = written(withoutDefinitions(root), [], inlining);
	notes.taken.add('references as what they refer to');
	return isRecord(whole) ? whole : root;
}

function hasReference(value: unknown): boolean {
	if (typeof value !== 'object' || value === null) return false;
	return typeof Object(value)['$ref'] === 'string' || Object.values(value).some(hasReference);
}

function withoutDefinitions(root: JsonRecord): JsonRecord {
	return Object.fromEntries(
		Object.entries(root).filter(([key, value]) => !definitions.includes(key) || !isRecord(value)),
	);
}

function written(value: unknown, open: readonly string[], inlining: Inlining): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (inlining.left-- <= 0)
		return refuse('', 'comes to more than 2,000 parts with its references written out: make it smaller', inlining);
	if (Array.isArray(value)) return value.map((item) => written(item, open, inlining));
	if (!isRecord(value)) return value;
	const { $ref: reference, ...rest } = value;
	if (typeof reference === 'string') return referred(reference, rest, open, inlining);
	return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, written(item, open, inlining)]));
}

function referred(reference: string, rest: JsonRecord, open: readonly string[], inlining: Inlining): unknown {
	const named = JSON.stringify(reference.slice(0, 60));
	if (open.includes(reference))
		return refuse(reference, `refers to itself by ${named}: write the levels that there may be out`, inlining);
	const target = targetOf(reference, inlining.root);
	if (!target) return refuse(reference, `refers to ${named}, which is not in it: write that schema out`, inlining);
	const inner = written(target, [...open, reference], inlining);
	return isRecord(inner) ? { ...inner, ...rest } : inner;
}

/** Told once; the place takes anything, so that nothing else is found wrong with it. */
function refuse(reference: string, says: string, { notes, path }: Inlining): JsonRecord {
	const fault = { at: path, says };
	if (!notes.faults.some((one) => one.at === path && one.says === says)) notes.faults.push(fault);
	return { type: 'string', ...(reference !== '' && { description: reference.slice(0, 60) }) };
}

function targetOf(reference: string, root: JsonRecord): JsonRecord | undefined {
	const steps = reference
		.replace(/^#?\/?/, '')
		.split('/')
		.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
	const found = walk(steps, root) ?? definitions.map((name) => walk([name, ...steps.slice(-1)], root)).find(isRecord);
	return isRecord(found) ? found : undefined;
}

function walk(steps: readonly string[], root: JsonRecord): unknown {
	return steps.reduce<unknown>((at, step) => (isRecord(at) && Object.hasOwn(at, step) ? at[step] : undefined), root);
}
