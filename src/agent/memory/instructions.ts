import { createHash } from 'node:crypto';
import { CorruptFileError } from '../../base/errors.ts';
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

/** All that there are for a scene. One that cannot be read counts as none. Rejects as a disk does. */
export async function readInstructions(
	scene: MemoryScene,
	deps: Pick<MemoryDeps, 'notes' | 'places'>,
): Promise<readonly Instructions[]> {
	const read = instructionsOf.map(async (of) => {
		const folder = instructionsFolder(of, scene, deps);
		const text = folder && (await folder.own.read(instructionsName).catch(noneIfDamaged));
		return text === undefined ? [] : instructionsIn(of, text);
	});
	return (await Promise.all(read)).flat();
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

function noneIfDamaged(error: unknown): undefined {
	if (!(error instanceof CorruptFileError)) throw error;
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
