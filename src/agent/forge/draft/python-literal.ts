import { isRecord } from '../../model/text/json-text.ts';

const width = 110;

/** A JSON value as a Python literal that people can read: in one line where it fits, else one entry a line. Pure. */
export function pythonLiteral(value: unknown, indent = ''): string {
	const flat = flatLiteral(value);
	if (flat.length + indent.length <= width) return flat;
	const inner = `${indent}    `;
	if (Array.isArray(value)) {
		const items = value.map((item) => `${inner}${pythonLiteral(item, inner)},\n`);
		return `[\n${items.join('')}${indent}]`;
	}
	if (!isRecord(value)) return flat;
	const entries = Object.entries(value).map(
		([key, item]) => `${inner}${string(key)}: ${pythonLiteral(item, inner)},\n`,
	);
	return `{\n${entries.join('')}${indent}}`;
}

function flatLiteral(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(flatLiteral).join(', ')}]`;
	if (isRecord(value)) {
		const entries = Object.entries(value).map(([key, item]) => `${string(key)}: ${flatLiteral(item)}`);
		return `{${entries.join(', ')}}`;
	}
	if (typeof value === 'boolean') return value ? 'True' : 'False';
	if (typeof value === 'string') return string(value);
	return value === null || value === undefined ? 'None' : JSON.stringify(value);
}

/** A string of JSON is one of Python, too; only what Python or an editor takes for the end of a line is escaped besides. */
function string(text: string): string {
	return JSON.stringify(text).replaceAll(
		/[\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g,
		(character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
	);
}
