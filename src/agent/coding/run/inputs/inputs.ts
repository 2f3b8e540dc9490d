import type { SessionFolder } from '../../../../store/store.ts';

/** Texts in which inputs of a session may be named, and names that are known to be meant. */
export interface NamedIn {
	readonly texts: readonly string[];
	readonly names: readonly string[];
}

type Folder = Pick<SessionFolder, 'files'>;

/** The inputs of a session that are named, in the order in which they lie there; what is named and is none of them is left out. */
export async function inputsNamed(folder: Folder, { texts, names }: NamedIn): Promise<readonly string[]> {
	const known = await inputsOf(folder);
	return known.filter((name) => names.includes(name) || texts.some((text) => isNamed(name, text)));
}

/** Those of the names that are no inputs of the session. */
export async function notInputs(folder: Folder, names: readonly string[]): Promise<readonly string[]> {
	const known = new Set(names.length === 0 ? [] : await inputsOf(folder));
	return names.filter((name) => !known.has(name));
}

/** Inputs that came with messages, by the line of ours that says so in each. */
export async function inputsThatCame(folder: Folder, messages: readonly string[]): Promise<readonly string[]> {
	const lines = messages.flatMap((text) => text.split('\n').filter((line) => line.startsWith(cameLine)));
	if (lines.length === 0) return [];
	const isThere = (name: string) => lines.some((line) => line.includes(` ${name} (`));
	return (await inputsOf(folder)).filter(isThere);
}

/** The beginning of that line. */
const cameLine = '[New files in /inputs: ';

async function inputsOf({ files }: Folder): Promise<readonly string[]> {
	const names: string[] = [];
	for await (const { kind, name } of files.trees.inputs.entries()) if (kind === 'file') names.push(name);
	return names;
}

/** A letter, digit or dash beside it makes it another name: `a.csv` is not named by `data.csv`. Other scripts write no spaces. */
const ofName = /[\w-]/;

function isNamed(name: string, text: string): boolean {
	for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1)) {
		const end = at + name.length;
		if (!(ofName.test(text.charAt(at - 1)) || ofName.test(text.charAt(end)))) return true;
	}
	return false;
}

/** Names that are told. */
const mostTold = 50;

/** Where the inputs lie that came along, for the agent; empty where there are none. Pure. */
export function inputsText(names: readonly string[]): string {
	if (names.length === 0) return '';
	const told = names.slice(0, mostTold).map((name) => `/inputs/${name}`);
	const more = names.length > mostTold ? ` and ${names.length - mostTold} more` : '';
	return `(Files that came along, to be read only: ${told.join(', ')}${more})`;
}
