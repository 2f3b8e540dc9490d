import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { codeOf } from '../../base/errors.ts';
import { type Logger, silentLogger } from '../../base/log.ts';
import { treeIn } from '../files/folder-tree.ts';
import { createJsonDocuments } from '../files/json-documents.ts';
import { listFiles } from '../files/list-files.ts';
import { createOpenHandles, type OpenHandles } from '../files/open-handles.ts';
import { readRegularFile } from '../files/read-regular-file.ts';
import { timeName } from '../files/time-name.ts';
import type { WithRoom } from '../reserve.ts';
import type { Catalog, Journal, SessionFolder, Sessions } from '../store.ts';
import { catalogIn, openCatalogs } from '../tools/catalog-folders.ts';
import { createToolVersions } from '../tools/tool-versions.ts';
import { isInClosed } from './closed-segments.ts';
import { openJournalFile } from './journal-file.ts';
import { settleRewriting } from './journal-rewrite.ts';
import {
	artifactPath,
	documentPath,
	isSessionId,
	type Layout,
	layoutOf,
	makeFolders,
	sessionsIn,
	toolDraft,
} from './layout.ts';
import { createRedactor } from './redact.ts';
import { createSessionLog } from './session-log.ts';
import { keepFoldersTidy } from './tidy-folders.ts';

export interface SessionsOptions {
	/** Values that never stand in a session's log. */
	readonly redact?: readonly string[];
	/** Told when a session's log cannot be written. */
	readonly log?: Logger;
	/** The clock of journal, log and copies, in milliseconds since 1970. */
	readonly now?: () => number;
	/** How what a session keeps finds room. Default: there is what the disk has. */
	readonly withRoom?: WithRoom;
}

const asItIs: WithRoom = (write) => write();

interface OpenFolder extends SessionFolder {
	readonly journal: Journal & AsyncDisposable;
}

type Clockwork = Required<Omit<SessionsOptions, 'redact'>> & {
	readonly clean: (line: string) => string;
	readonly handles: OpenHandles;
};

/**
 * The session folders below `home`, made when missing, and the catalogs beside them. Nobody else knows where things stand in them. Ids
 * that are not a safe folder name are refused with a `TypeError`. Who opens it disposes it, which closes the journals' handles (they are
 * opened again when used).
 */
export function openSessions(home: string, options: SessionsOptions = {}): Sessions & AsyncDisposable {
	const sessions = sessionsIn(home);
	const parts: Clockwork = {
		clean: createRedactor(options.redact ?? []),
		log: options.log ?? silentLogger,
		now: options.now ?? Date.now,
		withRoom: options.withRoom ?? asItIs,
		handles: createOpenHandles(),
	};
	const opened = new Map<string, Promise<OpenFolder>>();
	const list = () => listSessions(sessions);
	const tidying = keepFoldersTidy({ list, rootOf: (id) => join(sessions, id), now: parts.now, log: parts.log });

	return {
		...openCatalogs(join(resolve(home), 'catalogs'), parts.withRoom),
		open(id) {
			const known = opened.get(id);
			if (known !== undefined) return known;
			const folder = parts.handles.during(() => openFolder(sessions, id, parts));
			opened.set(id, folder);
			// One that failed is tried again by the next call.
			folder.catch(() => opened.delete(id));
			return folder;
		},
		has: (id, words) => hasSession(layoutOf(sessions, id), words),
		list,
		async [Symbol.asyncDispose]() {
			tidying[Symbol.dispose]();
			for (const folder of await Promise.allSettled(opened.values())) {
				if (folder.status === 'fulfilled') await folder.value.journal[Symbol.asyncDispose]();
			}
		},
	};
}

async function listSessions(sessions: string): Promise<readonly string[]> {
	const names = await readdir(sessions).catch(noneIfMissing);
	const used = await Promise.all(names.filter(isSessionId).map((id) => lastUse(layoutOf(sessions, id))));
	return used
		.filter((session) => session.at > 0)
		.sort((one, other) => other.at - one.at || (one.id < other.id ? 1 : -1))
		.map((session) => session.id);
}

/** Bytes are compared: thousands of journals are looked through for somebody. */
async function hasSession({ root, journal }: Layout, words: string | undefined): Promise<boolean> {
	if (words === undefined) return (await readdir(root).catch(noneIfMissing)).length > 0;
	const escaped = JSON.stringify(words).slice(1, -1);
	for (const path of [join(root, 'session.json'), journal])
		if ((await readFile(path).catch(noneIfMissing)).includes(escaped)) return true;
	return await isInClosed(journal, escaped);
}

async function openFolder(sessions: string, id: string, parts: Clockwork): Promise<OpenFolder> {
	const { clean, log, now, handles, withRoom } = parts;
	const layout = layoutOf(sessions, id);
	await withRoom(() => makeFolders(layout));
	await settleRewriting(layout.journal);
	return {
		...contentsOf(layout, parts),
		journal: openJournalFile({ path: layout.journal, session: id, now, handles, withRoom }),
		log: createSessionLog({ pathAt: (ms) => join(layout.logs, `${timeName(ms)}.jsonl`), redact: clean, log, now }),
	};
}

/** A session, for readers. */
export type SessionView = Pick<SessionFolder, 'id' | 'documents' | 'files'> & {
	readonly journal: Pick<Journal, 'after'>;
};

/**
 * A session as readers see it: nothing is made or locked, and a running process may change it meanwhile. The folder need not be there.
 * Throws a `TypeError` for what is not a session id.
 */
export function viewSession(home: string, id: string): SessionView {
	const layout = layoutOf(sessionsIn(home), id);
	const journal = openJournalFile({ path: layout.journal, session: id, now: Date.now });
	return { ...contentsOf(layout, { now: Date.now, withRoom: asItIs }), journal };
}

/** A catalog as readers see it, likewise. */
export function viewCatalog(home: string, id: string): Catalog {
	return catalogIn(join(resolve(home), 'catalogs'), id);
}

function contentsOf(
	layout: Layout,
	{ now, withRoom, log }: Pick<Clockwork, 'now' | 'withRoom'> & { readonly log?: Logger },
): Omit<SessionView, 'journal'> {
	const { outputs, seen, trees } = layout.paths;
	return {
		id: layout.id,
		documents: createJsonDocuments({
			pathOf: (name) => documentPath(layout, name),
			histories: layout.histories,
			now,
			withRoom,
			...(log && { log }),
		}),
		files: {
			tools: createToolVersions({ folder: trees.tools, draft: join(layout.state, toolDraft), withRoom }),
			list: (kind) => listFiles(kind === 'inputs' ? trees.inputs : outputs),
			seen: treeIn(seen),
			trees: { inputs: treeIn(trees.inputs), tools: treeIn(trees.tools), memories: treeIn(trees.memories) },
			async *openArtifact(name, signal) {
				yield* readRegularFile(artifactPath(layout, name), signal);
			},
		},
	};
}

/** When the session's journal or record, or else its folder, was last written, in milliseconds since 1970; 0 when it is not a session. */
async function lastUse({ id, root, journal }: Layout): Promise<{ readonly id: string; readonly at: number }> {
	const times = await Promise.all([journal, join(root, 'session.json')].map(timeOf));
	// A session that rests is written, and not used.
	return { id, at: Math.max(...times) || (await timeOf(join(root, 'state'))) };
}

async function timeOf(path: string): Promise<number> {
	return stat(path).then(
		(stats) => stats.mtimeMs,
		() => 0,
	);
}

function noneIfMissing(error: unknown): readonly string[] {
	if (codeOf(error) === 'ENOENT') return [];
	throw error;
}
