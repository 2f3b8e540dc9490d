/**
 * Why files with these names may not become an environment, as a sentence: modules with the names of Python's own (`json.py`, `json/`,
 * `json.abi3.so`), or that these names, `standard`, could not be told.
 */
export function shadowProblem(names: readonly string[], standard: ReadonlySet<string>): string | undefined {
	if (!standard.has('sys')) return "the names of Python's own modules could not be read";
	const modules = new Set(names.map((name) => name.replace(/\..*$/s, '')));
	const hidden = [...modules].filter((name) => standard.has(name)).sort();
	if (hidden.length === 0) return undefined;
	const shown = hidden.slice(0, 5).join(', ');
	return `one of the packages brings modules with the names of Python's own (${shown}), which nothing may stand in for`;
}
