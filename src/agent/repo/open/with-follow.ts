import { isDeepStrictEqual } from 'node:util';
import type { Access } from '../../../git/repository.ts';
import type { Parts } from '../parts.ts';

/** With what its admins allow to be followed, each with a credential of the same place that is for it. Rejects as the store does. */
export async function withFollow(access: Access, { deps }: Pick<Parts, 'deps'>): Promise<Access> {
	const { place, wishes, address, credential: own } = access.repository;
	if (wishes.follow === undefined) return access;
	const { credentials } = deps.repositories;
	const follow = wishes.follow.map(async (one) => {
		const id = isDeepStrictEqual(one.address, address) ? own : undefined;
		return { ...one, credential: await credentials.for(place, one.address, id) };
	});
	return { ...access, follow: await Promise.all(follow) };
}
