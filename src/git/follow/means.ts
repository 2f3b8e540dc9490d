import { createHash } from 'node:crypto';
import type { OpenFile } from '../code-host/wire/open-file.ts';
import type { Fetched, GitWatch, NotDone } from '../git.ts';
import { type FetchParts, fetchCommit } from '../host/mirror/fetch.ts';
import { type LineRules, mismatchOf, openLine, type Secret, secretOf } from '../host/reach/line.ts';
import type { Access, Followable, Repository } from '../repository.ts';
import type { LfsReach, LfsServer } from './lfs/lfs-server.ts';
import { type PassParts, passBySsh } from './lfs/pass-by-ssh.ts';
import { notHad } from './not-had.ts';

/** How that is reached which is followed. */
export interface FollowMeans {
	/** Brings a commit of a submodule's repository into a mirror of its own, in which `work` finds it; nothing of that stays. */
	inMirror<T>(order: SubmoduleOrder, work: (dir: string) => Promise<T>, watch: GitWatch): Promise<T | NotDone>;
	/** A server of LFS with what it is told of us, or, by ssh, what a host says of one. Rejects with the signal's reason. */
	lfsServer(follow: Followable, signal: AbortSignal): Promise<LfsReach>;
	readonly open: OpenFile;
}

export interface SubmoduleOrder {
	readonly of: Repository;
	readonly follow: Followable;
	readonly commit: string;
	/** Bytes that are fetched, and bytes of its files. */
	readonly most: number;
}

export interface MeansParts extends FetchParts, PassParts {
	readonly open: OpenFile;
}

export function createFollowMeans({ rules, open, isolation, ...parts }: MeansParts): FollowMeans {
	async function fetch(access: Access, { commit, most }: SubmoduleOrder, watch: GitWatch): Promise<Fetched | NotDone> {
		const line = await openLine(access, undefined, rules, watch.signal);
		if ('kind' in line) return line;
		await using opened = line;
		const bounds = { ...parts.bounds, bytes: Math.min(most, parts.bounds.bytes) };
		return await fetchCommit(access, opened, commit, { ...parts, bounds }, watch);
	}
	return {
		open,
		async inMirror(order, work, watch) {
			const access = accessTo(order);
			const { id } = access.repository;
			try {
				const fetched = await fetch(access, order, watch);
				return fetched.kind === 'refused' ? fetched : await work(parts.mirrors.dirOf(id));
			} finally {
				await parts.mirrors.alone(id, (mirror) => mirror.remove(), new AbortController().signal);
			}
		},
		async lfsServer(follow, signal) {
			if (follow.address.scheme === 'https') return serverAt(follow, rules, signal);
			const told = await passBySsh(follow, { rules, isolation }, signal);
			return told.kind === 'refused' ? notHad(told.why.replace(/\.$/, '')) : told;
		},
	};
}

/** One whose credential is no good is asked without. */
async function serverAt(follow: Followable, rules: LineRules, signal: AbortSignal): Promise<LfsServer> {
	const server = { kind: 'server', url: follow.url, headers: {}, mayBePrivate: true } as const;
	const secret = await secretFor(follow, rules, signal);
	if (secret === undefined) return server;
	if ('kind' in secret) return { ...server, lacks: secret.why.replace(/\.$/, '') };
	const authorization = `Basic ${Buffer.from(`${secret.login}:${secret.token}`).toString('base64')}`;
	return { ...server, headers: { authorization } };
}

async function secretFor(
	{ address, credential }: Followable,
	{ tokenOf }: LineRules,
	signal: AbortSignal,
): Promise<Secret | NotDone | undefined> {
	const mismatch = credential && mismatchOf(address, credential);
	return mismatch ?? (await secretOf(credential, tokenOf, signal));
}

/** A repository as others are, with a mirror that no other has. */
function accessTo({ of, follow: { address, url, credential } }: SubmoduleOrder): Access {
	const digest = createHash('sha256').update(`${of.id} ${url}`).digest('hex');
	const { credential: _own, ...rest } = of;
	const repository = { ...rest, id: `r-${digest.slice(0, 12)}`, name: address.path, address };
	return credential ? { repository: { ...repository, credential: credential.id }, credential } : { repository };
}
