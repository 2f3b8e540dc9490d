import type { ToolCase } from '../draft/cases.ts';

/** As many are told with each use. */
const most = 20;

/** The fields of results that name, in tests, what is written there: in use such a name is looked for. Pure. */
export function writtenFields(cases: readonly ToolCase[]): readonly string[] {
	const fields = cases.flatMap(({ expect }) => {
		if (expect.kind !== 'output') return [];
		const files = new Set([...expect.files, ...Object.keys(expect.holds ?? {})]);
		return fieldsNaming(expect.output, files, '');
	});
	return [...new Set(fields)].slice(0, most);
}

function fieldsNaming(value: unknown, files: ReadonlySet<string>, field: string): readonly string[] {
	if (typeof value === 'string') return files.has(value) && field !== '' ? [field] : [];
	if (typeof value !== 'object' || value === null) return [];
	if (Array.isArray(value)) return value.flatMap((one) => fieldsNaming(one, files, field));
	return Object.entries(value).flatMap(([key, one]) => fieldsNaming(one, files, key));
}
