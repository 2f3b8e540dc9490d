import { createHash } from 'node:crypto';
import { CorruptFileError, ProblemError } from '../../base/errors.ts';
import { instructionsName, type NoteFolder } from '../../store/notes.ts';
import { cleanText } from './memory.ts';
import { type MemoryDeps, type MemoryScene, notesOf } from './shelves.ts';

/** Whose instructions they are, the widest first: where they differ, the Brain is told the narrower one last. */
export const instructionsOf = ['place', 'channel', 'person'] as const;
export type InstructionsOf = (typeof instructionsOf)[number];

/** Bytes of one text for the Brain. */
export const mostInstructionBytes = 8_192;

export interface Instructions {
	readonly of: InstructionsOf;
	readonly text: string;
	/** Differs for another text. */
	readonly version: string;
	/** It is longer, and only its beginning is told. */
	readonly isCut: boolean;
}

/** Where they are kept; undefined where a conversation has none of that kind. */
export function instructionsFolder(
	of: InstructionsOf,
	scene: MemoryScene,
	{ notes, places }: Pick<MemoryDeps, 'notes' | 'places'>,
): NoteFolder | undefined {
	const found = notesOf(of, scene, places);
	return found && notes.open(found);
}

/** Instructions that there are, and those whose file cannot be read: why, for the log. */
export interface ReadInstructions {
	readonly found: readonly Instructions[];
	readonly unread: readonly { readonly of: InstructionsOf; readonly why: string }[];
}

/** All that there are for a scene. */
export async function readInstructions(
	scene: MemoryScene,
	deps: Pick<MemoryDeps, 'notes' | 'places'>,
): Promise<ReadInstructions> {
	const all = await Promise.all(instructionsOf.map((of) => readOne(of, instructionsFolder(of, scene, deps))));
	return { found: all.flatMap(({ found }) => found), unread: all.flatMap(({ unread }) => unread) };
}

async function readOne(of: InstructionsOf, folder: NoteFolder | undefined): Promise<ReadInstructions> {
	try {
		const text = await folder?.own.read(instructionsName);
		return { found: text === undefined ? [] : instructionsIn(of, text), unread: [] };
	} catch (error) {
		if (!(error instanceof CorruptFileError || error instanceof ProblemError)) throw error;
		return { found: [], unread: [{ of, why: error.message }] };
	}
}

function instructionsIn(of: InstructionsOf, file: string): readonly Instructions[] {
	const whole = cleanText(file);
	if (whole === '') return [];
	const bytes = Buffer.from(whole);
	const isCut = bytes.length > mostInstructionBytes;
	const text = isCut
		? new TextDecoder().decode(bytes.subarray(0, mostInstructionBytes)).replace(/\uFFFD+$/, '')
		: whole;
	return [{ of, text, isCut, version: createHash('sha256').update(text).digest('hex').slice(0, 8) }];
}

/** Sets them, or takes them away where the text is empty. A sentence where it is too long. */
export async function setInstructions(given: string, { own }: NoteFolder): Promise<string | undefined> {
	const text = cleanText(given);
	const bytes = Buffer.byteLength(text);
	if (bytes > mostInstructionBytes) return `They are too long: ${bytes} bytes; at most ${mostInstructionBytes}.`;
	if (text === '') await own.remove(instructionsName);
	else await own.write(instructionsName, `${text}\n`);
	return undefined;
}
