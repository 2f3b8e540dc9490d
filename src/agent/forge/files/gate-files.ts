import { isRecord } from '../../model/text/json-text.ts';
import type { Fault } from '../spec/fault.ts';
import { sessionPath } from '../spec/gate-examples.ts';
import type { PartialOrder, RawSpec } from '../spec/spec.ts';
import { endingOf, type FileKind, isFileName, kindOf } from './kinds.ts';
import { broughtFaults, writtenFaults } from './order-files.ts';

type Example = RawSpec['examples'][number];

/**
 * All that is wrong with the files of an order: each example brings those that it reads, says what those must hold that it writes, and no kind is
 * spoken of that no example has. It is told before a model is paid for code that nobody could test. Pure.
 */
export function orderFilesFaults(order: PartialOrder): readonly Fault[] {
	const { purpose = '', examples = [] } = order;
	const faults = shapeFaults(order);
	if (faults.length > 0 || !isOnFiles(order)) return faults;
	const stray = strayFaults(examples);
	// A longer one is a fault of its own.
	return stray.length > 0 ? stray : spokenFaults(purpose.slice(0, 2000), examples);
}

function isOnFiles({ capabilities = [], examples = [] }: PartialOrder): boolean {
	return capabilities.includes('files') || examples.some(({ files, writes }) => files ?? writes);
}

function shapeFaults({ purpose = '', examples = [], rejects = [], dependencies = [] }: PartialOrder) {
	return [
		...examples.flatMap(({ files, writes }, at) => [
			...broughtFaults(files, `examples[${at}].files`, { broken: false }),
			...writtenFaults(writes, `examples[${at}].writes`, purpose),
		]),
		...rejects.flatMap(({ files }, at) => broughtFaults(files, `rejects[${at}].files`, { broken: true })),
		...(needsParquet(examples) && !readsParquet(dependencies) ? [{ at: 'dependencies', says: parquet }] : []),
	];
}

const parquet = 'must name a package that reads Parquet, such as "dependencies": ["pyarrow"]';

function needsParquet(examples: readonly Example[]): boolean {
	return examples.some(({ files, writes }) =>
		Object.keys({ ...files, ...writes }).some((name) => kindOf(name) === 'parquet'),
	);
}

function readsParquet(dependencies: readonly string[]): boolean {
	return dependencies.some((one) => /^\s*(pyarrow|fastparquet|polars)\b/i.test(one));
}

/** `"writes": {}` says that an example writes nothing, and that names which look like those of files are none. */
function saysNone(writes: Example['writes']): boolean {
	return writes !== undefined && Object.keys(writes).length === 0;
}

/** Files that an example names and says nothing of, the first of each. */
function strayFaults(examples: readonly Example[]): readonly Fault[] {
	return examples.flatMap((example, at) => {
		const stray = strayOf(example);
		if (stray === undefined) return [];
		const says = `names "${stray.slice(0, 80)}", and nobody could check it: ${howToSay(stray.replace(sessionPath, ''))}; "writes": {} says that it is no file`;
		return [{ at: `examples[${at}]`, says }];
	});
}

function strayOf({ input, output, files, writes }: Example): string | undefined {
	if (saysNone(writes)) return undefined;
	const known = new Set(Object.keys({ ...files, ...writes }).flatMap((name) => [name, baseOf(name)]));
	// A result may tell what stands in a file, such as the names in an archive.
	const held = JSON.stringify(files ?? {});
	const told = namesIn(output).filter((name) => !held.includes(JSON.stringify(name).slice(1, -1)));
	// A path of the session is a fault of its own in an input.
	const given = namesIn(input).filter((name) => !sessionPath.test(name));
	return [...given, ...told].find((name) => !known.has(name) && !known.has(baseOf(name)));
}

function baseOf(name: string): string {
	return name.slice(name.lastIndexOf('/') + 1);
}

function namesIn(value: unknown): readonly string[] {
	if (typeof value === 'string') return isFileName(value) && !/\s/.test(value) ? [value] : [];
	if (Array.isArray(value)) return value.flatMap(namesIn);
	return isRecord(value) ? Object.values(value).flatMap(namesIn) : [];
}

const read: Readonly<Record<FileKind, string | undefined>> = {
	table: '"a,b\\n1,2\\n"',
	json: '{"a": 1}',
	lines: '[{"a": 1}]',
	book: '{"Sheet1": [["a"], [1]]}',
	parquet: '[["a"], [1]]',
	image: '{"width": 40, "height": 30}',
	document: '"its text"',
	archive: '{"a.txt": "text"}',
	database: '{"table": [["a"], [1]]}',
	text: '"its text"',
	other: undefined,
};

const written: Readonly<Partial<Record<FileKind, string>>> = {
	image: '{"title": "T", "xlabel": "X", "ylabel": "Y", "series": [{"label": "L", "x": [1], "y": [2]}]}',
	document: '{"contains": ["words of it"]}',
	archive: '{"contains": ["a.txt"]}',
	database: '{}',
	other: '{}',
};

/** How an example says what a file of that name must hold. Pure. */
export function heldExample(name: string): string {
	const kind = kindOf(name);
	return `{${JSON.stringify(name.slice(0, 60))}: ${written[kind] ?? read[kind]}}`;
}

function howToSay(name: string): string {
	const given = read[kindOf(name)];
	const input =
		given === undefined || endingOf(name) === 'pptx'
			? 'one that it reads cannot be made here, so do that by bash'
			: `one that it reads stands in "files", such as {"${name.slice(0, 60)}": ${given}}`;
	return `${input}; of one that it writes "writes" says what it must hold, such as ${heldExample(name)}, or {} where it need only open`;
}

/** Words for kinds of files. Those that are words for much else are none. */
const words: readonly (readonly [RegExp, string, readonly string[]])[] = [
	[/csv/, 'a CSV', ['csv', 'tsv']],
	[/xlsx|excel(?![- ]compatible)|workbooks?/, 'a workbook', ['xlsx', 'xlsm']],
	[/spreadsheets?/, 'a spreadsheet', ['xlsx', 'xlsm', 'csv', 'tsv']],
	[/parquet/, 'a Parquet', ['parquet']],
	[/pdfs?/, 'a PDF', ['pdf']],
	[/docx|word documents?/, 'a DOCX', ['docx']],
	[/pptx|powerpoint/, 'a PPTX', ['pptx']],
	[
		/png|jpe?g|webp|gif|images?|pictures?|photos?|(?:charts?|plots?|scatter ?plots?)(?! data)|histogram images?/,
		'a picture',
		['png', 'jpg', 'jpeg', 'gif', 'bmp', 'webp', 'tif', 'tiff', 'svg', 'pdf'],
	],
	[/zip|archives?/, 'a ZIP', ['zip']],
	[/sqlite/, 'an SQLite database', ['sqlite', 'sqlite3', 'db']],
	[/mp3|mp4|wav|audio|videos?/, 'sound or video', ['mp3', 'mp4', 'wav']],
];

/** A kind that the purpose says is read or written, and that no example has. An example with `"writes": {}` says that nothing is. */
function spokenFaults(purpose: string, examples: readonly Example[]): readonly Fault[] {
	if (examples.some(({ writes }) => saysNone(writes))) return [];
	const names = examples.flatMap(({ files, writes }) => Object.keys({ ...files, ...writes }));
	const endings = new Set(names.map(endingOf));
	const spoken = spokenName(purpose, endings) ?? spokenKind(purpose, endings);
	if (spoken === undefined) return [];
	const says = `speaks of ${spoken.what}, and no example has one: ${howToSay(spoken.name)}; "writes": {} says that none is written`;
	return [{ at: 'purpose', says }];
}

interface Spoken {
	readonly what: string;
	readonly name: string;
}

function spokenName(purpose: string, endings: ReadonlySet<string>): Spoken | undefined {
	const name = namesOf(purpose).find((one) => !endings.has(endingOf(one)));
	return name === undefined ? undefined : { what: name, name };
}

function spokenKind(purpose: string, endings: ReadonlySet<string>): Spoken | undefined {
	const missing = words.find(([word, , kinds]) => isMeant(word, purpose) && !kinds.some((kind) => endings.has(kind)));
	return missing && { what: missing[1], name: `example.${missing[2][0]}` };
}

/** Names of programs that look like those of files. */
const programs = /^(?:chart|d3|deno|express|ext|next|node|nuxt|p5|react|three|vue)\.js$/i;

/** Names of files in a sentence. */
function namesOf(purpose: string): readonly string[] {
	const names = [...purpose.matchAll(/[\w-]+\.[a-z0-9]{2,7}\b/gi)].map(([name]) => name);
	return names.filter((name) => isFileName(name) && !programs.test(name));
}

const acts =
	'reads?|opens?|loads?|parses?|converts?|extracts?|from|writes?|saves?|exports?|draws?|renders?|creates?|makes?|generates?|produces?|into|to|as';

/** Words behind a kind of which it is the name of something else: a zip code, the title of a plot, dates of Excel. */
const others =
	'codes?|dates?|values?|names?|titles?|labels?|urls?|links?|ids?|counts?|sizes?|metadata|formulas?|styles?|positions?|descriptions?';

/** A verb of reading or writing, and a few words on the kind. */
function isMeant(word: RegExp, purpose: string): boolean {
	const kind = `(?:${word.source})\\b(?![-\\s]+(?:${others})\\b)`;
	return new RegExp(`\\b(?:${acts})\\s+(?:[\\w'-]+\\s+){0,3}?${kind}`, 'i').test(purpose);
}
