import { userMessage } from '../../../base/errors.ts';
import type { SessionFolder } from '../../../store/store.ts';
import { bodyOf } from '../draft/body-of.ts';
import { faultLines, takenLine } from '../order/refusal.ts';
import { versionFiles } from '../registry/manifest.ts';
import { idOf } from '../registry/registry.ts';
import { type Former, readFormer } from '../run/former.ts';
import type { CallParts } from '../run/parts-for.ts';
import type { Fault } from '../spec/fault.ts';
import { pickRepaired } from './pick-repaired.ts';
import { type ReadRepair, readRepair } from './read-repair.ts';
import { type Repaired, type RepairOrder, repairOrder } from './repair-order.ts';

/** An order that can be worked on, or why there is none. */
export type ReadyRepair =
	| { readonly order: RepairOrder['order']; readonly taken: readonly string[] }
	| { readonly refusal: string };

const mostTaken = 12;

/** Reads a call of `repair_tool`, and all that it inherits. Rejects only when the machine is broken. */
export async function readyRepair(given: unknown, { deps, context }: CallParts): Promise<ReadyRepair> {
	const read = readRepair(given);
	const { tool, change } = read;
	const picked = tool === undefined ? undefined : await pickRepaired(tool, deps, context);
	const missing = [
		...(tool === undefined ? [{ at: 'tool', says: 'is missing: say which one, as category/name' }] : []),
		...(picked && 'problem' in picked ? [{ at: 'tool', says: picked.problem }] : []),
		...(change === undefined ? [{ at: 'change', says: missingChange }] : []),
	];
	if (missing.length > 0 || !picked || 'problem' in picked) return { refusal: refusalOf(missing, read) };
	const repaired = await readRepaired(picked.id, context.session.folder);
	if (typeof repaired === 'string') return { refusal: `${repaired}.` };
	const { order, faults } = await repairOrder(read, repaired);
	if (faults.length > 0) return { refusal: refusalOf(faults, read) };
	return { order, taken: [...read.notes.taken].slice(0, mostTaken) };
}

const missingChange = 'is missing: say in a sentence what is to be different, or what fails';

async function readRepaired(id: string, folder: SessionFolder): Promise<Repaired | string> {
	const former = await readFormer(folder, id);
	return typeof former === 'string' ? former : withCode(former, folder);
}

async function withCode(former: Former, folder: SessionFolder): Promise<Repaired | string> {
	const { manifest } = former.base;
	const [tool, version] = [idOf(manifest), manifest.version];
	try {
		const code = await folder.files.tools.read({ tool, version }, versionFiles.code);
		if (code !== undefined) return { former, code: bodyOf(code) };
		return `${tool} version ${version} cannot be changed: its ${versionFiles.code} was removed by hand; order it anew by forge_tool under another name`;
	} catch (error) {
		return `${tool} version ${version} cannot be changed: ${userMessage(error)}`;
	}
}

function refusalOf(faults: readonly Fault[], { notes }: ReadRepair): string {
	const mend = faults.length === 1 ? '1 fault. Mend it' : `${faults.length} faults. Mend them`;
	return [`The repair has ${mend} and call again:`, ...faultLines(faults), ...takenLine([...notes.taken])].join('\n');
}
