import { rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { fileProblem } from '../files/file-problem.ts';
import { foldersIn } from '../files/folders-in.ts';
import { removeLeftOvers } from '../files/left-overs.ts';
import { isTemporary, syncFolder } from '../files/write-atomically.ts';
import { indexName, instructionsName, type NoteFolder, type NoteFolders, type NotesOf } from '../notes.ts';
import type { WithRoom } from '../reserve.ts';
import { layoutOf, sessionsIn } from '../session/layout.ts';
import { createNoteFiles } from './note-files.ts';

const folderName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,119}$/;
const memoryName = /^[A-Za-z0-9][A-Za-z0-9._-]{0,79}\.md$/;

/**
 * The notes below `home`: a session's are in its folder, those of a place, of its channels and of its people in `places/<place>/`. Nobody else
 * knows where they stand.
 */
export function openNotes(home: string, withRoom: WithRoom = (write) => write()): NoteFolders {
	const opened = new Map<string, NoteFolder>();
	const places = join(resolve(home), 'places');
	return {
		open(of) {
			const key = JSON.stringify(of);
			const folder = opened.get(key) ?? openFolder(home, of, withRoom);
			opened.set(key, folder);
			return folder;
		},
		async list(place) {
			const found = place === undefined ? (await foldersIn(places)).filter((name) => folderName.test(name)) : [place];
			const lists = await Promise.all(found.map((one) => notesIn(places, one)));
			return lists.flat();
		},
	};
}

async function notesIn(places: string, place: string): Promise<readonly NotesOf[]> {
	const below = async (name: string) =>
		(await foldersIn(join(places, folder(place), name))).filter((one) => folderName.test(one));
	const [channels, people] = await Promise.all([below('channels'), below('people')]);
	return [
		...channels.map((channel) => ({ kind: 'channel' as const, place, channel })),
		...people.map((person) => ({ kind: 'person' as const, place, person })),
	];
}

function openFolder(home: string, of: NotesOf, withRoom: WithRoom): NoteFolder {
	if (of.kind === 'session') {
		const { state, paths } = layoutOf(sessionsIn(home), of.session);
		const memories = { folder: paths.trees.memories, names: memoryName, readers: 'everybody', withRoom } as const;
		const own = { folder: state, names: new RegExp(`^${indexName}$`), readers: 'owner', withRoom } as const;
		const sweep = () => sweepIn([state, paths.trees.memories]);
		return { memories: createNoteFiles(memories), own: createNoteFiles(own), sweep, erase: async () => undefined };
	}
	const root = join(resolve(home), 'places', ...pathOf(of).map(folder));
	const memories = { folder: join(root, 'memories'), names: memoryName, readers: 'owner', withRoom } as const;
	const names = new RegExp(`^(${indexName}|${instructionsName})$`);
	const own = { folder: root, names, readers: 'owner', withRoom } as const;
	const sweep = () => sweepIn([root, memories.folder]);
	return { memories: createNoteFiles(memories), own: createNoteFiles(own), sweep, erase: () => erase(root) };
}

function pathOf(of: Exclude<NotesOf, { kind: 'session' }>): string[] {
	if (of.kind === 'place') return [of.place];
	return of.kind === 'channel' ? [of.place, 'channels', of.channel] : [of.place, 'people', of.person];
}

/** Throws a `TypeError` for a name that could lead out of the folder that it is in. */
function folder(name: string): string {
	if (name !== 'channels' && name !== 'people' && !folderName.test(name))
		throw new TypeError(`"${name}" is not a name for a folder of notes`);
	return name;
}

async function sweepIn(folders: readonly string[]): Promise<void> {
	for (const one of folders) await removeLeftOvers(one, isTemporary);
}

async function erase(root: string): Promise<void> {
	try {
		await rm(root, { recursive: true, force: true });
		await syncFolder(dirname(root));
	} catch (error) {
		if (codeOf(error) !== 'ENOENT') throw fileProblem(error, root);
	}
}
