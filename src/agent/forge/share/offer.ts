import { inTurn } from '../../../base/in-turn.ts';
import { may, type RoleOf } from '../../../chat/people.ts';
import type { Person, Thread } from '../../../chat/thread.ts';
import type { Records } from '../../../store/records.ts';
import type { Catalog, SessionFolder } from '../../../store/store.ts';
import { membershipOf, readRecord } from '../../session/session-record.ts';
import { type CatalogDeps, catalogOf } from '../forge-deps.ts';
import { currentOf, idOf, isForgedHere, readRegistry, type ToolEntry, updateRegistry } from '../registry/registry.ts';
import { proposalSchema } from './proposal.ts';
import { wasRefused } from './refusals.ts';

/** Where tools were used, and by whose turn. */
export interface OfferScene {
	readonly folder: SessionFolder;
	readonly thread: Thread;
	readonly person: Person;
}

export interface OfferDeps extends CatalogDeps {
	readonly records: Pick<Records, 'get' | 'list'>;
	readonly roleOf: RoleOf;
}

/** Uses that went well after which a tool has shown its worth. */
const usesToOffer = 3;

/**
 * The tools of a session that its person may be offered to share, by name: forged here and used well three times, where there is a catalog that
 * has none of that name, and nobody has proposed or refused it. Each is answered once, also when the process dies right after.
 */
export async function toolsToOffer(scene: OfferScene, deps: OfferDeps): Promise<readonly string[]> {
	const { folder } = scene;
	// The last use may be on its way to the disk.
	const { tools } = await inTurn(folder.documents, () => readRegistry(folder));
	const proven = tools.filter(isProven);
	const catalog = proven.length > 0 && (await mayShare(scene, deps)) ? await catalogOf(scene.thread, deps) : undefined;
	if (!catalog) return [];
	const ids = new Set(proven.map(idOf));
	await updateRegistry(folder, (registry) => ({
		...registry,
		tools: registry.tools.map((tool) => (ids.has(idOf(tool)) ? { ...tool, offered: true } : tool)),
	}));
	const wanted = await Promise.all([...ids].map(async (id) => ((await isNews(id, catalog, scene, deps)) ? [id] : [])));
	return wanted.flat();
}

function isProven(tool: ToolEntry): boolean {
	const { quarantined } = currentOf(tool);
	const well = tool.versions.reduce((sum, { use }) => sum + use.calls - use.failures, 0);
	return well >= usesToOffer && tool.offered !== true && !quarantined && isForgedHere(tool);
}

/** Whoever may not give the command is not offered it; a later turn may be of somebody who may. */
async function mayShare({ folder, thread, person }: OfferScene, { roleOf, places }: OfferDeps): Promise<boolean> {
	const role = roleOf(person, places.conversationOf(thread).place);
	return may(membershipOf({ person, role }, await readRecord(folder, places), places), 'owner');
}

async function isNews(id: string, catalog: Catalog, { folder }: OfferScene, { records }: OfferDeps): Promise<boolean> {
	if ((await catalog.tools.current(id)) !== undefined) return false;
	if (await wasRefused({ tool: id, catalog: catalog.id }, records)) return false;
	const proposed = await records.list('proposal', folder.id, proposalSchema);
	return !proposed.some(({ tool }) => tool === id);
}
