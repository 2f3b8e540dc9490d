/** A PEP 508 requirement by name. Direct addresses, files, repositories and options are none. */
export interface Requirement {
	/** Normalized (PEP 503). */
	readonly name: string;
	/** As it is handed on, in one form: `pandas[excel]>=2,<4; python_version > "3"`. */
	readonly text: string;
}

/** Longer ones are not believed. */
const mostCharacters = 200;
const namePattern = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?/;
const extraPattern = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;
/** A version clause of PEP 440, `===` and its free form left out. */
const clausePattern = /^(?:~=|==|!=|<=|>=|<|>)\s*[A-Za-z0-9][A-Za-z0-9.!+_-]*(?:\.\*)?$/;
const markerVariables =
	'python_version|python_full_version|os_name|sys_platform|platform_release|platform_system|platform_version|platform_machine|platform_python_implementation|implementation_name|implementation_version|extra';
const markerToken = new RegExp(
	`\\s*(?:[()]|(?:${markerVariables}|and|or|not|in)\\b|[<>=!~]=?=?|'[^'"\\\\]*'|"[^'"\\\\]*")`,
	'y',
);

/** The name of a distribution in the one form that the index knows (PEP 503). Pure. */
export function normalizedName(name: string): string {
	return name.replaceAll(/[-_.]+/g, '-').toLowerCase();
}

/** Reads a requirement; a sentence where it is none, or one that is not taken. Pure. */
export function parseRequirement(written: string): Requirement | string {
	const text = written.trim();
	const problem = refusedForm(text);
	if (problem !== undefined) return `${JSON.stringify(text.slice(0, 80))} ${problem}`;
	const [front = '', marker] = splitOnce(text, ';');
	const read = readFront(front.trim());
	if (!read || (marker !== undefined && !isMarker(marker)))
		return `${JSON.stringify(text)} is not a requirement such as "lxml>=5"`;
	const { name, extras, clauses } = read;
	const tail = marker === undefined ? '' : `; ${marker.trim()}`;
	return { name, text: `${name}${extras.length > 0 ? `[${extras.join(',')}]` : ''}${clauses.join(',')}${tail}` };
}

function refusedForm(text: string): string | undefined {
	if (text.length > mostCharacters) return `is longer than ${mostCharacters} characters`;
	if (/[^\x20-\x7e]/.test(text)) return 'holds characters that no requirement has';
	if (text.startsWith('-')) return 'is an option, not a requirement';
	if (/@|:\/\/|[/\\]|^\.|\.(?:whl|zip|gz)$/i.test(text))
		return 'is an address or a path; name the package and its version';
	return undefined;
}

interface Front {
	readonly name: string;
	readonly extras: readonly string[];
	readonly clauses: readonly string[];
}

function readFront(front: string): Front | undefined {
	const name = namePattern.exec(front)?.[0];
	if (name === undefined) return undefined;
	const [extras, clauses] = splitExtras(front.slice(name.length).trim());
	if (!extras?.every((extra) => extraPattern.test(extra))) return undefined;
	const listed = listOf(clauses.replace(/^\((.*)\)$/, '$1'));
	if (!listed?.every((clause) => clausePattern.test(clause))) return undefined;
	return {
		name: normalizedName(name),
		extras: extras.map(normalizedName),
		clauses: listed.map((clause) => clause.replaceAll(/\s/g, '')),
	};
}

/** `[a, b]` in front, and what follows. */
function splitExtras(rest: string): readonly [readonly string[] | undefined, string] {
	const found = /^\[([^[\]]*)\]\s*(.*)$/.exec(rest);
	return found ? [listOf(found[1] ?? ''), found[2] ?? ''] : [[], rest];
}

/** The parts between commas; undefined when one is empty. */
function listOf(text: string): readonly string[] | undefined {
	const items = text.split(',').map((item) => item.trim());
	if (items.length === 1 && items[0] === '') return [];
	return items.includes('') ? undefined : items;
}

/** Whether it is made of what markers are made of; what it comes to, the installer says. */
function isMarker(marker: string): boolean {
	if (marker.trim() === '') return false;
	markerToken.lastIndex = 0;
	while (markerToken.lastIndex < marker.trimEnd().length) if (!markerToken.test(marker.trimEnd())) return false;
	return true;
}

function splitOnce(text: string, mark: string): readonly [string, string | undefined] {
	const at = text.indexOf(mark);
	return at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
