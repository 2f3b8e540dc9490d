import { requiredName } from '../../airlock/package-index/package-names.ts';

const name = '[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?';
const clause = '(?:~=|==|!=|<=|>=|<|>)\\s*[A-Za-z0-9.*+!_-]+';
const pattern = new RegExp(
	`^\\s*${name}\\s*(?:\\[\\s*${name}(?:\\s*,\\s*${name})*\\s*\\])?\\s*(?:${clause}(?:\\s*,\\s*${clause})*)?\\s*$`,
);

/** The longest that is read, characters. */
const longest = 200;

/**
 * The normalized name in a requirement (PEP 508) of a name, extras and versions; undefined for anything else: options, URLs, paths and markers have
 * no place here. Pure.
 */
export function requirementName(line: string): string | undefined {
	return line.length <= longest && pattern.test(line) ? requiredName(line) : undefined;
}
