import { CorruptFileError, ProblemError, userMessage } from '../../../base/errors.ts';
import { inTurn } from '../../../base/in-turn.ts';
import { plainName } from '../../../base/text/markdown.ts';
import type { Person } from '../../../chat/thread.ts';
import type { Catalog, SessionFolder } from '../../../store/store.ts';
import { type Manifest, versionFiles } from '../registry/manifest.ts';
import { idOf, readRegistry, versionOf } from '../registry/registry.ts';
import { assertRoom } from './catalog-room.ts';
import { named } from './catalog-tools.ts';
import { type KeptVersion, readKept, readWhole, textOfManifest } from './kept-version.ts';
import { type Proposal, proposalSchema } from './proposal.ts';
import type { ShareDeps } from './propose.ts';
import { keepRefusal } from './refusals.ts';
import { withoutOwnData } from './without-own-data.ts';

/** An admin's yes or no. */
export interface ShareDecision {
	readonly yes: boolean;
	readonly by: Pick<Person, 'id' | 'name'>;
}

/**
 * Does what was decided about the proposal with this id, and answers a sentence for the thread; that it could not be done is one, too. The
 * same decision again, after a crash or a second click, changes nothing.
 */
export async function decideShare(id: string, decision: ShareDecision, deps: ShareDeps): Promise<string> {
	const proposal = await deps.records.get('proposal', id, proposalSchema);
	if (!proposal) return 'Not shared: what was proposed is not known any more. Propose it again.';
	const what = `${proposal.tool} ${proposal.version}`;
	if (!decision.yes) {
		await keepRefusal(proposal, deps.records);
		return `Not shared: ${plainName(decision.by.name)} refused ${what}.`;
	}
	try {
		return await share(proposal, decision.by, deps);
	} catch (error) {
		if (!(error instanceof ProblemError || error instanceof CorruptFileError)) throw error;
		return `${what} was not shared. ${userMessage(error)}.`;
	}
}

async function share(proposal: Proposal, by: ShareDecision['by'], { sessions }: ShareDeps): Promise<string> {
	const [folder, catalog] = await Promise.all([sessions.open(proposal.session), sessions.catalog(proposal.catalog)]);
	const { kept } = withoutOwnData(await readProposed(proposal, folder));
	return inTurn(catalog, async () => {
		const { tool } = proposal;
		// One that was changed by hand and cannot be replaced is found before anything is added.
		const current = await catalog.tools.current(tool);
		const same = await findSame(kept.manifest, catalog);
		if (same && isOvertaken(same, current, proposal))
			return `${tool} ${proposal.version} is version ${same.version} of catalog ${catalog.id}; version ${current} has come since and stays.`;
		const version = same?.version ?? (await add(kept, { proposal, by }, catalog));
		if (version !== current) await catalog.tools.point({ tool, version });
		return `Shared: ${tool} is version ${version} of catalog ${catalog.id}, approved by ${plainName(by.name)}. Every session of the workspace finds it.`;
	});
}

/** The proposed version, if the session still has and uses it. */
async function readProposed({ session, tool, version, sha256 }: Proposal, folder: SessionFolder): Promise<KeptVersion> {
	const kept = await readKept({ title: `session ${session}`, tools: folder.files.tools }, { tool, version });
	if (kept.manifest.sha256 !== sha256)
		throw new ProblemError(`session ${session}: ${tool} ${version} is not what was proposed`, 'Propose it again');
	const entry = (await readRegistry(folder)).tools.find((one) => idOf(one) === tool);
	if (entry && versionOf(entry, version)?.quarantined)
		throw new ProblemError(`session ${session}: ${tool} ${version} is quarantined since`, 'Have it repaired first');
	return kept;
}

/** The catalog's newest version of the same content, if nobody has changed it. */
async function findSame(proposed: Manifest, catalog: Catalog): Promise<Manifest | undefined> {
	const { sha256 } = proposed;
	const tool = idOf(proposed);
	const entries = (await catalog.tools.list()).filter((entry) => entry.tool === tool);
	const versions = await Promise.all(entries.map((entry) => readWhole(named(catalog), entry)));
	return versions.findLast((version) => version?.manifest.sha256 === sha256)?.manifest;
}

/** This proposal was carried out before, and another one after it. */
function isOvertaken({ version, provenance }: Manifest, current: number | undefined, { at }: Proposal): boolean {
	const sharedAt = provenance.shared?.at;
	return sharedAt !== undefined && sharedAt >= at && current !== undefined && current > version;
}

interface Approval {
	readonly proposal: Proposal;
	readonly by: ShareDecision['by'];
}

async function add({ manifest, files }: KeptVersion, { proposal, by }: Approval, catalog: Catalog): Promise<number> {
	const { tool, version, proposedBy } = proposal;
	await assertRoom(tool, catalog);
	const shared = { version, proposedBy, approvedBy: { id: by.id, name: by.name }, at: new Date().toISOString() };
	const provenance = { ...manifest.provenance, shared };
	return catalog.tools.add(tool, (number) => ({
		...files,
		[versionFiles.manifest]: textOfManifest({ ...manifest, version: number, provenance }),
	}));
}
