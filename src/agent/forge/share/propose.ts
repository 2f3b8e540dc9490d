import { ProblemError } from '../../../base/errors.ts';
import { folderOf } from '../../../chat/place.ts';
import type { Places } from '../../../chat/places.ts';
import type { Placeless } from '../../../chat/platform.ts';
import type { Person, Thread } from '../../../chat/thread.ts';
import type { Records } from '../../../store/records.ts';
import type { Catalog, SessionFolder, Sessions } from '../../../store/store.ts';
import { hintOf } from '../../tool-sources/hint.ts';
import { idOf, readRegistry, type ToolEntry, type VersionEntry, versionOf } from '../registry/registry.ts';
import { assertRoom } from './catalog-room.ts';
import { named } from './catalog-tools.ts';
import { readKept, readWhole } from './kept-version.ts';
import type { Proposal } from './proposal.ts';
import { withoutOwnData } from './without-own-data.ts';

/** Names the tool to be shared: `category/name` or the name alone; without a version the current one. */
export interface ShareRequest {
	readonly name: string;
	readonly version?: number;
}

/** Where somebody wants to share. */
export interface ShareScene {
	readonly folder: SessionFolder;
	readonly thread: Thread;
	readonly person: Person;
	/** The session's id. */
	readonly id: string;
	/** The id of the question that will ask an admin: the proposal's, too. */
	readonly questionId: string;
}

export interface ShareDeps {
	readonly sessions: Pick<Sessions, 'open' | 'catalog'>;
	readonly records: Pick<Records, 'get' | 'put'>;
	readonly places: Places;
}

/**
 * Proposes a version of the session for the catalog of its workspace, and keeps the proposal as a record. Rejects with a `ProblemError`
 * for people when there is nothing to decide: no such tool or version, one that has not proven itself, no catalog, or no room in it.
 */
export async function proposeShare(
	request: ShareRequest,
	{ folder, thread, person, id, questionId }: ShareScene,
	deps: ShareDeps,
): Promise<Proposal> {
	const { manifest } = await pick(request, folder);
	const [tool, { version, sha256 }] = [idOf(manifest), manifest];
	const conversation = deps.places.conversationOf(thread);
	if (conversation.place === undefined) throw noCatalog(tool, conversation);
	const catalog = await deps.sessions.catalog(folderOf(conversation.place));
	const { kept } = withoutOwnData(
		await readKept({ title: 'This session', tools: folder.files.tools }, { tool, version }),
	);
	await assertNew({ tool, version, sha256: kept.manifest.sha256 }, catalog);
	await assertRoom(tool, catalog);
	const proposedBy = { id: person.id, name: person.name };
	const at = new Date().toISOString();
	const proposal = { id: questionId, session: id, catalog: catalog.id, tool, version, sha256, proposedBy, at };
	await deps.records.put('proposal', id, questionId, proposal);
	return proposal;
}

/** The version that is asked for, if it has proven itself. */
async function pick({ name, version }: ShareRequest, folder: SessionFolder): Promise<VersionEntry> {
	const tool = toolNamed(name, (await readRegistry(folder)).tools);
	const entry = versionOf(tool, version ?? tool.current);
	const id = idOf(tool);
	if (!entry) {
		const numbers = tool.versions.map(({ manifest }) => manifest.version);
		throw refused(`${id} ${version}`, 'there is no such version', `Name one of ${numbers.join(', ')}`);
	}
	const what = `${id} ${entry.manifest.version}`;
	const { calls, failures } = entry.use;
	if (entry.quarantined)
		throw refused(what, 'it is quarantined, because it failed too often', 'Have it repaired first');
	if (calls <= failures) throw refused(what, 'no call of it has gone well yet', 'Use it, then share it');
	return entry;
}

function toolNamed(name: string, tools: readonly ToolEntry[]): ToolEntry {
	const [only, ...others] = tools.filter((tool) => tool.name === name || idOf(tool) === name);
	if (!only) {
		const hint = hintOf(name, tools.map(idOf)).trim();
		throw refused(`"${name}"`, 'this session has no such tool', hint || 'Have it forged, and use it, first');
	}
	if (others.length > 0)
		throw refused(`"${name}"`, 'several tools have that name', `Name one of ${[only, ...others].map(idOf).join(', ')}`);
	return only;
}

/** Rejects when the catalog offers the very same. One that is not the current version may be proposed again. */
async function assertNew(
	{ tool, version, sha256 }: Pick<Proposal, 'tool' | 'version' | 'sha256'>,
	catalog: Catalog,
): Promise<void> {
	const current = await catalog.tools.current(tool);
	if (current === undefined) return;
	const offered = await readWhole(named(catalog), { tool, version: current });
	if (offered?.manifest.sha256 !== sha256) return;
	const why = `version ${current} of catalog ${catalog.id} is the very same`;
	throw refused(`${tool} ${version}`, why, 'There is nothing left to do: every session of the workspace finds it');
}

function noCatalog(tool: string, { words: { called, instead } }: Placeless): ProblemError {
	return refused(tool, `${called} has no catalog`, `Do it in ${instead}`);
}

function refused(what: string, why: string, mend: string): ProblemError {
	return new ProblemError(`Cannot share ${what}: ${why}`, mend);
}
