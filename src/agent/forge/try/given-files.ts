import type { FileTree } from '../../../base/file-tree.ts';
import type { ToolCase } from '../draft/cases.ts';

const folder = '/inputs/';

/**
 * Of a session's inputs those that tests name, and no other: what a tool was called with before is tried again with the files that there were.
 * Pure but for reading.
 */
export function filesNamedBy(cases: readonly Pick<ToolCase, 'input'>[], inputs: FileTree): FileTree {
	const named = [...new Set(cases.flatMap(({ input }) => namesIn(input)))];
	return {
		version: inputs.version,
		async *entries() {
			if (named.length === 0) return;
			for await (const entry of inputs.entries())
				if (entry.kind === 'file' && named.some((name) => fits(entry.name, name))) yield entry;
		},
	};
}

function namesIn(value: unknown): readonly string[] {
	if (typeof value === 'string') return value.startsWith(folder) ? [value.slice(folder.length)] : [];
	return typeof value === 'object' && value !== null ? Object.values(value).flatMap(namesIn) : [];
}

/** A pattern is taken for all that begins as it does, up to its first star. */
function fits(file: string, name: string): boolean {
	const [beginning = ''] = name.split(/[*?[]/);
	return beginning === name ? file === name || file.startsWith(`${name}/`) : file.startsWith(beginning);
}
