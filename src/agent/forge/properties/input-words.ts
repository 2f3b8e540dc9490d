import { isRecord } from '../../model/text/json-text.ts';

/** Texts that are kept of one place. */
const mostWords = 50;

/** The texts in some inputs by their path, such as `rows[].name`, and the keys of objects by `<path>{}`. Pure. */
export function wordsIn(inputs: readonly unknown[]): ReadonlyMap<string, readonly string[]> {
	const words = new Map<string, Set<string>>();
	const note = (path: string, word: string) => {
		const known = words.get(path) ?? new Set();
		if (known.size < mostWords) words.set(path, known.add(word));
	};
	for (const input of inputs) walk(input, '', note);
	return new Map([...words].map(([path, known]) => [path, [...known]]));
}

function walk(value: unknown, path: string, note: (path: string, word: string) => void): void {
	if (typeof value === 'string') note(path, value);
	else if (Array.isArray(value)) for (const item of value) walk(item, `${path}[]`, note);
	else if (isRecord(value)) walkObject(value, path, note);
}

/** Whether its keys are names of fields or free ones, only the schema knows: they are noted, too. */
function walkObject(value: object, path: string, note: (path: string, word: string) => void): void {
	for (const [key, inner] of Object.entries(value)) {
		if (path !== '') note(`${path}{}`, key);
		walk(inner, path === '' ? key : `${path}.${key}`, note);
	}
}
