import type { Until } from '../../../chat/undelivered.ts';
import type { JournalEntry, Snapshot, Step } from '../../../store/journal.ts';

/** Files that their platform has not taken, by name, and why. */
export type UndeliveredFiles = ReadonlyMap<string, NonNullable<Snapshot['undelivered']>[string]>;

type UndeliveredStep = Extract<Step, { type: 'undelivered' }>;

/** The part of a history that changes with it. */
interface Known {
	readonly artifacts: ReadonlyMap<string, string>;
	readonly undelivered: UndeliveredFiles;
	readonly notes: readonly string[];
}

/** Files that are remembered as not delivered. */
const mostUndelivered = 1_000;

/** A file that may be taken another time counts as new again; what was told of it before is not said again. Pure. */
export function withUndelivered(history: Known, { files }: UndeliveredStep): Known {
	const artifacts = new Map(history.artifacts);
	for (const { name, sha256, until } of files)
		if (until === 'later' && artifacts.get(name) === sha256) artifacts.delete(name);
	const triesOf = (name: string) => (history.undelivered.get(name)?.tries ?? 0) + 1;
	const added = files.map(({ name, ...file }) => [name, { ...file, tries: triesOf(name) }] as const);
	const news = files.filter(({ name, reason }) => history.undelivered.get(name)?.reason !== reason);
	return {
		artifacts,
		undelivered: new Map([...history.undelivered, ...added].slice(-mostUndelivered)),
		notes: [...history.notes, ...news.map(undeliveredNote)],
	};
}

const nextTry: Readonly<Record<Until, string>> = {
	renamed: 'It is not tried again under this name: give it another one.',
	changed: 'It is not tried again as it is: make another file of it.',
	later: 'It is tried again at the end of the next turns.',
};

function undeliveredNote({ name, until, reason }: UndeliveredStep['files'][number]): string {
	return `"${name}" in /outputs did not reach the person: ${reason}. ${nextTry[until]}`;
}

/** Files that a turn, with these entries, has collected and nobody refused are delivered now. Pure. */
export function withoutDelivered(undelivered: UndeliveredFiles, entries: readonly JournalEntry[]): UndeliveredFiles {
	const steps = entries.map(({ step }) => step);
	const left = new Set(
		steps.flatMap((step) => (step.type === 'undelivered' ? step.files : [])).map(({ name }) => name),
	);
	const collected = new Set(
		steps.flatMap((step) => (step.type === 'collected' ? step.artifacts : [])).map(({ name }) => name),
	);
	return new Map([...undelivered].filter(([name]) => !collected.has(name) || left.has(name)));
}

/** So often a file is tried again by turns that have made none. */
const mostTries = 5;

/** The files that a turn hands over again that has made none itself, as they were collected. Pure. */
export function toTryAgain(undelivered: UndeliveredFiles) {
	return [...undelivered].flatMap(([name, { size, sha256, until, reason, tries }]) =>
		until === 'later' && tries < mostTries ? [{ name, size, sha256, told: reason }] : [],
	);
}

/** Tells the Brain which files went out at the end of a turn that gave no answer. Pure. */
export function handedOverNotes(entries: readonly JournalEntry[]): string[] {
	const files = entries.flatMap(({ step }) => (step.type === 'collected' ? step.artifacts : []));
	if (files.length === 0) return [];
	const named = files.map(({ name, remark }) => (remark === undefined ? `"${name}"` : `"${name}" (${remark})`));
	return [`Handed over from /outputs at its end: ${named.join(', ')}.`];
}
