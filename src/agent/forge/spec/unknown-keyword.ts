const inWords = 'describe it in words, and have run() check it';

/** Why the likeliest of the keywords that are not let through are refused, and what does it instead. */
const reasons: ReadonlyMap<string, string> = new Map([
	['pattern', 'regular expressions are not run on the host: describe the form in words, and have run() check it'],
	['patternProperties', 'regular expressions are not run on the host: use "properties"'],
	['format', 'formats are not checked: describe the form in words, and have run() check it'],
	['$ref', 'schemas are written out, without references'],
	['$defs', 'schemas are written out, without references'],
	['oneOf', 'use "anyOf"'],
	['allOf', 'write one object out'],
	['not', 'say what is allowed, and have run() refuse the rest'],
	['if', inWords],
	['then', inWords],
	['else', inWords],
	['dependentRequired', inWords],
	['prefixItems', 'a list has items of one kind: make the places fields of an object'],
]);

/** Refuses a keyword that is not let through. Pure. */
export function unknownKeyword(name: string): string {
	const reason = reasons.get(name);
	return `may not use "${name.slice(0, 40)}"${reason === undefined ? ': leave it out' : ` (${reason})`}`;
}
