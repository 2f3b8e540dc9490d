import { isUntold, type Told } from '../news/told.ts';
import type { HostRemark, Rights } from '../news/write-news.ts';
import { HostProblem } from '../wire/refusals.ts';
import type { GithubClient } from './github-client.ts';
import { permissionSchema } from './github-schemas.ts';
import type { Canonical } from './look.ts';

/** A remark with the word of its host on who wrote it. */
export interface Associated extends Omit<HostRemark, 'rights'> {
	readonly association: string;
}

/** Each is a request of its own. */
const mostAsked = 20;

/**
 * The remarks with the rights of those who wrote them. GitHub says who is a member of its organisation, or a collaborator (GraphQL "CommentAuthorAssociation"),
 * and both may be there to read alone; of a member who does not show that to everybody it says "NONE" or "CONTRIBUTOR" to most credentials. So all are asked
 * for, each once: those whom it calls insiders first, then the latest ones. Of what was told nobody is asked for again. Throws `HostProblem`.
 */
export async function withRights(
	client: GithubClient,
	at: Canonical,
	remarks: readonly Associated[],
	told: Told,
): Promise<readonly HostRemark[]> {
	const fresh = remarks.filter((remark) => remark.association !== 'OWNER' && isUntold(remark, told));
	const order = fresh.toSorted(
		(one, other) =>
			Number(isCalledInsider(other)) - Number(isCalledInsider(one)) || Date.parse(other.at) - Date.parse(one.at),
	);
	const known = new Map<string, Rights>();
	for (const who of [...new Set(order.map((remark) => remark.who))].slice(0, mostAsked))
		known.set(who, await rightsOf(client, at, who));
	return remarks.map(({ association, ...remark }) => {
		const own = known.get(remark.who) ?? 'unknown';
		// Whom nobody calls an insider, and cannot be asked for, is taken for none.
		const rights = own === 'unknown' && !isCalledInsider({ association }) ? 'none' : own;
		return { ...remark, rights: association === 'OWNER' ? 'writes' : rights };
	});
}

function isCalledInsider({ association }: Pick<Associated, 'association'>): boolean {
	return association === 'MEMBER' || association === 'COLLABORATOR';
}

/** Whoever maintains counts as one who writes there. Source: docs.github.com "Get repository permissions for a user". */
async function rightsOf(client: GithubClient, at: Canonical, username: string): Promise<Rights> {
	try {
		const found = await client.read(permissionSchema, ({ rest }) =>
			rest.repos.getCollaboratorPermissionLevel({ ...at, username }),
		);
		return found.permission === 'admin' || found.permission === 'write' ? 'writes' : 'none';
	} catch (error) {
		if (!(error instanceof HostProblem) || error.refusal.againAt !== undefined) throw error;
		if (error.status === 404) return 'none';
		if (error.status === 403) return 'unknown';
		throw error;
	}
}
