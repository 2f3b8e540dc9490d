import { readdir, readFile, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import type { Eraser } from '../erase.ts';
import { fileProblem } from '../files/file-problem.ts';
import { removeLeftOvers } from '../files/left-overs.ts';
import { isTemporary, syncFolder, writeAtomically } from '../files/write-atomically.ts';
import { type Message, type Snapshot, snapshotSchema } from '../journal.ts';
import { isClosedSegment } from './closed-segments.ts';
import { type Layout, layoutOf, sessionsIn, toolDraft } from './layout.ts';

/** Erases in the session folders below `home`. Whoever calls it holds the session's lease. */
export function createEraser(home: string): Eraser {
	const layout = (session: string) => layoutOf(sessionsIn(home), session);
	return {
		contents: (session) => eraseContents(layout(session)),
		async files(session, { inputs, seen }) {
			const { logs, paths } = layout(session);
			await removeIn(paths.trees.inputs, (name) => inputs.includes(name));
			await removeIn(paths.seen, (name) => seen.includes(name));
			await removeIn(logs, () => true);
		},
		async leftOvers(session) {
			const { root, state, histories, paths } = layout(session);
			const written = [root, state, histories, join(root, 'forge'), ...Object.values(paths.trees)];
			for (const folder of written) await removeLeftOvers(folder, (name) => isTemporary(name) || name === toolDraft);
			for (const folder of [paths.trees.inputs, paths.seen])
				await removeLeftOvers(folder, (name) => name.startsWith('.unfinished-'));
		},
		async copies(session, change) {
			const { histories, state, root } = layout(session);
			for (const name of await namesIn(histories)) await changeCopy(join(histories, name), change);
			await changeCopy(join(state, 'current_history.json'), change);
			// Damaged files that were set aside hold the same words.
			await removeIn(state, (name) => name.includes('.damaged-'));
			await removeIn(root, (name) => name.startsWith('session.json.damaged-'));
		},
	};
}

/** Of the journal the closed parts stay as well. The sandbox's disk goes too: nothing may run in it any more. */
async function eraseContents({ root, state, histories, logs, journal, paths }: Layout): Promise<void> {
	const used = [state, histories, logs, paths.outputs, ...Object.values(paths.trees)];
	await removeIn(root, (name) => !used.includes(join(root, name)));
	const isJournal = (path: string) => path === journal || (dirname(path) === state && isClosedSegment(basename(path)));
	for (const folder of used) await removeIn(folder, (name) => !isJournal(join(folder, name)));
}

/** Nothing happens where there is no such folder. */
async function removeIn(folder: string, isMeant: (name: string) => boolean): Promise<void> {
	const names = (await namesIn(folder)).filter(isMeant);
	if (names.length === 0) return;
	try {
		for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
		await syncFolder(folder);
	} catch (error) {
		throw fileProblem(error, folder);
	}
}

async function namesIn(folder: string): Promise<readonly string[]> {
	return await readdir(folder).catch((error: unknown) => {
		if (codeOf(error) === 'ENOENT') return [];
		throw fileProblem(error, folder, 'read');
	});
}

async function changeCopy(path: string, change: (message: Message) => Message): Promise<void> {
	const snapshot = await readCopy(path);
	if (snapshot === undefined) return;
	if (snapshot === 'damaged') return await rm(path, { force: true });
	const messages = snapshot.messages.map(change);
	if (messages.every((message, at) => message === snapshot.messages[at])) return;
	await writeAtomically(path, `${JSON.stringify({ ...snapshot, messages }, null, '\t')}\n`);
}

async function readCopy(path: string): Promise<Snapshot | 'damaged' | undefined> {
	const text = await readFile(path, 'utf8').catch((error: unknown) => {
		if (codeOf(error) === 'ENOENT') return undefined;
		throw fileProblem(error, path, 'read');
	});
	if (text === undefined) return undefined;
	try {
		return snapshotSchema.parse(JSON.parse(text));
	} catch {
		return 'damaged';
	}
}
