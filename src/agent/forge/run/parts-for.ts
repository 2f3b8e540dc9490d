import type { ForgeSpec } from '../spec/spec.ts';
import type { ForgeParts } from './forge-parts.ts';
import { checkRepair, inheritedCases, readFormer } from './former.ts';

export type CallParts = Pick<ForgeParts, 'deps' | 'context'>;

/** The parts for a run; a sentence where it is a repair that would break what there was. */
export async function partsFor(spec: ForgeSpec, given: CallParts): Promise<ForgeParts | string> {
	if (spec.repairs === undefined) return { ...given, repairs: undefined };
	const former = await readFormer(given.context.session.folder, spec.repairs);
	if (typeof former === 'string') return former;
	const problem = await checkRepair(spec, former);
	if (problem !== undefined) return problem;
	const ownData = former.base.manifest.provenance.ownData === true;
	return { ...given, repairs: { version: former.version, cases: inheritedCases(spec, former), ownData } };
}
