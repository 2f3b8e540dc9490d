import { plainWords } from './words.ts';

/** Beginnings of words whose meanings exclude each other: where a tool does the one, it is not the one for the other. */
const opposites: readonly (readonly [string, string])[] = [
	['encod', 'decod'],
	['encrypt', 'decrypt'],
	['cipher', 'decipher'],
	['compress', 'decompress'],
	['import', 'export'],
	['ascend', 'descend'],
	['increas', 'decreas'],
	['increment', 'decrement'],
	['merg', 'split'],
	['join', 'split'],
	['add', 'remov'],
	['add', 'subtract'],
	['insert', 'delet'],
	['largest', 'smallest'],
	['highest', 'lowest'],
	['maximum', 'minimum'],
	['most', 'least'],
	['first', 'last'],
	['upper', 'lower'],
	['earliest', 'latest'],
	['before', 'after'],
	['left', 'right'],
	['flatten', 'unflatten'],
	['zip', 'unzip'],
	['pack', 'unpack'],
	['lock', 'unlock'],
	['mask', 'unmask'],
	['escap', 'unescap'],
	['serializ', 'deserializ'],
	['gross', 'net'],
	['aufsteigend', 'absteigend'],
	['verschlussel', 'entschlussel'],
	['kodier', 'dekodier'],
	['großte', 'kleinste'],
	['hinzu', 'entfern'],
];

/** Words between what is given and what comes of it, and those that say it the other way round. */
const forwards = new Set('to into as nach zu zum zur als vers en hacia'.split(' '));
const backwards = new Set('from aus von depuis desde'.split(' '));

/** Words on either side that may be what is meant: "a list of JSON objects to a CSV text". */
const reach = 3;

/** The parts of a text that can be the opposite of what another one says. */
export interface Direction {
	readonly words: readonly string[];
	/** `csv json` where it is from the one to the other. */
	readonly ways: ReadonlySet<string>;
}

/** Of texts that say it together. Pure. */
export function directionOf(...texts: readonly string[]): Direction {
	const all = texts.map(plainWords);
	return { words: all.flat(), ways: new Set(all.flatMap(waysIn)) };
}

function waysIn(words: readonly string[]): readonly string[] {
	return words.flatMap((word, at) => {
		const isForward = forwards.has(word);
		if (!isForward && !backwards.has(word)) return [];
		const before = beside(words.slice(0, at).toReversed());
		const after = beside(words.slice(at + 1));
		return before.flatMap((one) => after.map((other) => (isForward ? `${one} ${other}` : `${other} ${one}`)));
	});
}

/** The next words, up to another one that says where to. */
function beside(words: readonly string[]): readonly string[] {
	const next = words.slice(0, reach);
	const end = next.findIndex((word) => forwards.has(word) || backwards.has(word));
	return end < 0 ? next : next.slice(0, end);
}

/** Whether what one text asks for is the opposite of what another says: neither says both. Pure. */
export function areOpposed(one: Direction, other: Direction): boolean {
	return turnsRound(one, other) || opposites.some(([first, last]) => excludes(one, other, [first, last]));
}

function turnsRound(one: Direction, other: Direction): boolean {
	const back = [...one.ways].filter((way) => other.ways.has(reversed(way)) && way !== reversed(way));
	return back.some((way) => !other.ways.has(way) && !one.ways.has(reversed(way)));
}

function reversed(way: string): string {
	return way.split(' ').toReversed().join(' ');
}

function excludes(one: Direction, other: Direction, [first, last]: readonly [string, string]): boolean {
	const has = ({ words }: Direction, start: string) => words.some((word) => word.startsWith(start));
	const is = (text: Direction, yes: string, no: string) => has(text, yes) && !has(text, no);
	return (is(one, first, last) && is(other, last, first)) || (is(one, last, first) && is(other, first, last));
}
