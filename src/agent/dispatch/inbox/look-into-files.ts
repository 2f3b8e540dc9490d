import { isOfMachine, userMessage } from '../../../base/errors.ts';
import { type FileFormat, type FileKind, formatOf, headBytes } from '../../../base/file-kind.ts';
import { shorten } from '../../../base/text/shorten.ts';
import { readDocumentResult } from '../../../sandbox/built-ins.ts';
import type { IncomingFile, PlacedFile, Sandbox } from '../../../sandbox/sandbox.ts';
import type { Picture } from '../../../store/journal.ts';
import type { Session } from '../../session/session.ts';
import { type LookingDeps, sandboxOf, viewEach } from './view-pictures.ts';

/** Files that were looked into. */
export interface LookedInto {
	/** Those that were placed beside them. */
	readonly placed: readonly PlacedFile[];
	/** Those that the Brain is shown. */
	readonly pictures: readonly Picture[];
	/** Told to the Brain beside their names: whole sentences, one a file. */
	readonly facts: readonly string[];
}

/** Documents of one message that are read; the rest are named. */
const mostDocuments = 10;

/** The documents of one message may take so long together, ms. */
const mostTime = 180_000;

/** Characters of a document that the Brain is told at once. */
const longestHead = 400;

/**
 * Has the text of placed documents made in the sandbox and placed beside them as `<name>.md`, and says of each file what the Brain could not
 * tell by its name. Only a document starts a sandbox. Rejects with the signal's reason; else whatever fails is told in a sentence.
 */
export async function lookIntoFiles(
	placed: readonly PlacedFile[],
	session: Session,
	deps: LookingDeps,
	signal: AbortSignal,
): Promise<LookedInto> {
	const formats = await formatsOf(placed, session, signal);
	const documents = placed.filter(({ name }) => formats.get(name)?.kind === 'document');
	const pictures = deps.vision ? placed.filter(({ name }) => formats.get(name)?.kind === 'picture') : [];
	const unseen = placed.flatMap(({ name }) => unseenFact(name, formats.get(name), deps));
	const inTime = AbortSignal.any([signal, AbortSignal.timeout(mostTime)]);
	const read = await readEach(documents, session, deps, inTime);
	const seen = await viewEach(pictures, session, deps, inTime);
	signal.throwIfAborted();
	return {
		placed: read.flatMap((one) => one.placed),
		pictures: seen.flatMap(({ picture = [] }) => picture),
		facts: [...read.map(({ fact }) => fact), ...seen.flatMap(({ facts }) => facts), ...unseen],
	};
}

const unseenKinds: Partial<Record<FileKind, string>> = {
	picture:
		'is a picture: you cannot see it. You can measure and change it with Python (PIL); say so if you are asked what it shows',
	video: 'is a video: you can neither see nor hear it',
	sound: 'is a sound recording: you cannot hear it',
};

function unseenFact(file: string, { kind, name }: FileFormat = { kind: 'text' }, { vision }: LookingDeps): string[] {
	if (kind === 'document' || (kind === 'picture' && vision)) return [];
	if (kind === 'text') return name === undefined ? [] : [`"${file}" is ${name}`];
	if (kind === 'drawn') return [`"${file}" is ${name}: ${vision ? makeIt : noEyes}`];
	return [`"${file}" ${unseenKinds[kind] ?? `is ${name ?? 'no text'}, ${openIt}`}`];
}

const openIt = 'and nothing here reads it by itself: open it with Python, or say that you cannot';
const makeIt = 'it cannot be shown as it is. Where Python (PIL) opens it, make a PNG of it and look_at that';
const noEyes =
	'you cannot see it. Where Python (PIL) opens it, you can measure it; say so if you are asked what it shows';

async function formatsOf(
	placed: readonly PlacedFile[],
	{ folder }: Session,
	signal: AbortSignal,
): Promise<ReadonlyMap<string, FileFormat>> {
	const formats = new Map<string, FileFormat>();
	if (placed.length === 0) return formats;
	const names = new Set(placed.map(({ name }) => name));
	for await (const entry of folder.files.trees.inputs.entries()) {
		if (entry.kind === 'file' && names.has(entry.name))
			formats.set(entry.name, formatOf(await headOf(entry.read(signal))));
	}
	return formats;
}

async function headOf(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
	const chunks: Uint8Array[] = [];
	let length = 0;
	for await (const chunk of bytes) {
		chunks.push(chunk);
		length += chunk.length;
		if (length >= headBytes) break;
	}
	return Buffer.concat(chunks);
}

interface ReadDocument {
	readonly placed: readonly PlacedFile[];
	readonly fact: string;
}

async function readEach(
	documents: readonly PlacedFile[],
	session: Session,
	deps: LookingDeps,
	signal: AbortSignal,
): Promise<readonly ReadDocument[]> {
	const read: ReadDocument[] = [];
	for (const [at, document] of documents.entries()) {
		if (at >= mostDocuments)
			read.push(unread(document, `is more than the ${mostDocuments} that are read of one message`));
		else read.push(await readOne(document, session, deps, signal));
	}
	return read;
}

async function readOne(
	document: PlacedFile,
	session: Session,
	deps: LookingDeps,
	signal: AbortSignal,
): Promise<ReadDocument> {
	try {
		const sandbox = await sandboxOf(session, deps, signal);
		return await keepText(document, await textOf(document, sandbox, signal), session, deps, signal);
	} catch (error) {
		// A broken machine shows at the next call of the turn, which says it to people.
		if (isOfMachine(error)) return unread(document, `has text that cannot be kept now: ${userMessage(error)}`);
		return unread(document, 'could not be read in time, or for want of a sandbox');
	}
}

type Told = ReturnType<typeof readDocumentResult.parse>;

async function textOf({ name }: PlacedFile, sandbox: Sandbox, signal: AbortSignal): Promise<Told> {
	const call = { tool: 'read_document', args: { path: `/inputs/${name}` } };
	const { data, lost } = await sandbox.call(call, { signal });
	if (lost !== undefined) return { problem: `could not be read: the sandbox ended (${lost})` };
	return readDocumentResult.safeParse(data).data ?? { problem: 'could not be read' };
}

async function keepText(
	document: PlacedFile,
	told: Told,
	session: Session,
	deps: LookingDeps,
	signal: AbortSignal,
): Promise<ReadDocument> {
	if ('problem' in told) return unread(document, told.problem);
	const { name } = document;
	const size = told.parts === null ? '' : ` (${told.parts} ${told.unit}${told.parts === 1 ? '' : 's'})`;
	if (told.text.trim() === '') return { placed: [], fact: `"${name}"${size} ${whyNoText(told, deps)}` };
	const { placed, refused } = await deps.sandboxes.place(
		session.id,
		[asFile(`${name}.md`, told.text)],
		'inputs',
		signal,
	);
	const [copy] = placed;
	if (copy === undefined)
		return unread(document, `has text that cannot be kept: it ${refused[0]?.reason ?? 'was refused'}`);
	return {
		placed,
		fact: `The text of "${name}"${size} is in /inputs/${copy.name}. It begins: ${shorten(told.text, longestHead)}`,
	};
}

/** Of the formats that are read, PDF alone has pages that are counted, and that can be shown. */
function whyNoText({ parts, unit }: { readonly parts: number | null; readonly unit: string }, { vision }: LookingDeps) {
	if (unit !== 'page' || parts === null) return 'has no text: it is empty, or holds what is read with Python alone';
	const eyes = vision ? 'look_at shows a page of it' : noEyesForIt;
	return `has no text: it is a scan, or made of pictures. ${eyes}`;
}

const noEyesForIt = 'You cannot see it as it is; say so if you are asked for what it says';

function unread({ name }: PlacedFile, reason: string): ReadDocument {
	return { placed: [], fact: `No text of "${name}": it ${reason}` };
}

function asFile(name: string, text: string): IncomingFile {
	const bytes = Buffer.from(text.toWellFormed());
	return {
		name,
		size: bytes.length,
		async *open() {
			yield bytes;
		},
	};
}
