import type { Records } from '../../../store/records.ts';
import { type Proposal, proposalSchema } from './proposal.ts';

type Refused = Pick<Proposal, 'catalog' | 'tool'>;

/** A refusal holds for a tool of that name in every session: an admin who has said no is not asked by our doing again. People may still propose it. */
export function keepRefusal(proposal: Proposal, records: Pick<Records, 'put'>): Promise<void> {
	const id = idOfRefusal(proposal);
	return records.put('proposal', proposal.session, id, { ...proposal, id });
}

export async function wasRefused(refused: Refused, records: Pick<Records, 'get'>): Promise<boolean> {
	return (await records.get('proposal', idOfRefusal(refused), proposalSchema)) !== undefined;
}

function idOfRefusal({ catalog, tool }: Refused): string {
	return `refused/${catalog}/${tool}`;
}
