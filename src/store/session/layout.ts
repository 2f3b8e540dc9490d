import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { sessionIdSchema } from '../../chat/session-id.ts';
import { fileProblem } from '../files/file-problem.ts';
import { makeFolder } from '../files/make-folder.ts';
import type { DocumentName } from '../store.ts';

const forgeRunName = /^forge\/[A-Za-z0-9._-]{1,120}$/;

/** The name of the folder, in `state`, in which a version of a tool is written first. */
export const toolDraft = 'tool.tmp';

/** Where the parts of a session's folder lie; all absolute. */
export interface Layout {
	readonly id: string;
	readonly root: string;
	readonly state: string;
	readonly histories: string;
	readonly logs: string;
	readonly journal: string;
	readonly paths: SessionPaths;
}

/** The part of it that sandboxes on this machine work on in its place. */
export interface SessionPaths {
	readonly disk: string;
	readonly trees: Readonly<Record<'inputs' | 'tools' | 'memories', string>>;
	readonly outputs: string;
	/** Copies of pictures as they were shown; made when there is one. */
	readonly seen: string;
}

/** Where sandboxes on this machine find what is a session's, by its id. It throws a `TypeError` for what is not a session's id. */
export function sessionPathsIn(home: string): (session: string) => SessionPaths {
	const sessions = sessionsIn(home);
	return (session) => layoutOf(sessions, session).paths;
}

/** Where the runs of a session's coding agents have their disks, a folder a run, by the session's id; throws as `sessionPathsIn` does. */
export function agentsIn(home: string): (session: string) => string {
	const sessions = sessionsIn(home);
	return (session) => join(layoutOf(sessions, session).root, 'agents');
}

/** The folder of all session folders. */
export function sessionsIn(home: string): string {
	return join(resolve(home), 'sessions');
}

/** The layout of a session's folder below `sessions`. Throws a `TypeError` for what could lead out of it. */
export function layoutOf(sessions: string, id: string): Layout {
	if (!isSessionId(id)) throw new TypeError(`Cannot open the session "${id}": that is not the id of a session`);
	const root = join(sessions, id);
	const below = (name: string): string => join(root, name);
	const trees = { inputs: below('inputs'), tools: below('forged_tools'), memories: below('memories') };
	return {
		id,
		root,
		state: below('state'),
		histories: below('histories'),
		logs: below('logs'),
		journal: join(root, 'state', 'journal.jsonl'),
		paths: { disk: below('disk.img'), trees, outputs: below('outputs'), seen: below('seen') },
	};
}

export function isSessionId(id: string): boolean {
	return sessionIdSchema.safeParse(id).success;
}

/** Throws a `TypeError` for what is not the name of a document. */
export function documentPath({ root, state }: Pick<Layout, 'root' | 'state'>, name: DocumentName): string {
	if (name === 'session') return join(root, 'session.json');
	if (!name.startsWith('forge/')) return join(state, `${name}.json`);
	if (!forgeRunName.test(name)) throw new TypeError(`"${name}" is not the name of a forge run`);
	return join(root, `${name}.json`);
}

/** Throws a `TypeError` for a name that could lead out of the folder of what was handed over. */
export function artifactPath({ paths }: Pick<Layout, 'paths'>, name: string): string {
	const parts = name.split('/');
	if (name.includes('\0') || parts.some((part) => ['', '.', '..'].includes(part)))
		throw new TypeError(`"${name}" is not the name of an artifact`);
	return join(paths.outputs, ...parts);
}

/** Makes what is missing of a session's folder. Rejects with a `ProblemError` where the disk does not let it. */
export async function makeFolders({ root, state, histories, logs, paths }: Layout): Promise<void> {
	const { inputs, tools, memories } = paths.trees;
	try {
		await mkdir(dirname(dirname(root)), { recursive: true, mode: 0o700 });
		for (const folder of [dirname(root), root]) await makeFolder(folder, 0o700);
		for (const folder of [state, histories, logs, paths.outputs]) await makeFolder(folder, 0o700);
		// The sandbox's own users read these, once they are mounted there.
		for (const folder of [inputs, tools, memories]) await makeFolder(folder, 0o755);
	} catch (error) {
		throw fileProblem(error, root);
	}
}
