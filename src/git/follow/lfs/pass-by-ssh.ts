import { z } from 'zod';
import type { NotDone } from '../../git.ts';
import type { GitEnd } from '../../host/order.ts';
import { sayingOf } from '../../host/reach/explain.ts';
import { holdKey } from '../../host/reach/hold-key.ts';
import { type LineRules, mismatchOf } from '../../host/reach/line.ts';
import { pinHost, portOf } from '../../host/reach/pin-host.ts';
import { sshWords } from '../../host/reach/ssh-command.ts';
import { type OnlineOrder, runOnline } from '../../host/run-git.ts';
import type { Followable, RepositoryAddress } from '../../repository.ts';
import { headersOf, type LfsServer, wrongIn } from './lfs-server.ts';

export interface PassParts extends Pick<OnlineOrder, 'isolation'> {
	readonly rules: LineRules;
}

const passMs = 60_000;
/** Bytes of an answer. */
const mostAnswer = 65_536;

/** As an action of the batch API; who has no other server says no `href`: github.com/git-lfs/git-lfs, docs/api/server-discovery.md, "SSH". */
const passSchema = z.object({
	href: z.string().max(8_192).nullish(),
	header: z.record(z.string(), z.string()).nullish(),
});

/**
 * Asks a host by ssh, as a deploy key, where the files of LFS of a repository are to be had, and with what: `git-lfs-authenticate`. No file of the key stays.
 * Rejects as `RunGit`, and where the key cannot be written.
 */
export async function passBySsh(
	{ address, credential }: Followable,
	{ rules, isolation }: PassParts,
	signal: AbortSignal,
): Promise<LfsServer | NotDone> {
	const key = credential?.key;
	if (!credential || key?.kind !== 'ssh-key')
		return refused(`there is no deploy key for ${address.path} at ${address.host}: the operator adds one`);
	const mismatch = mismatchOf(address, credential);
	if (mismatch) return mismatch;
	const pinned = await pinHost(address, rules, signal);
	if ('kind' in pinned) return pinned;
	const held = await holdKey(rules.keyFolder, key);
	try {
		const port = portOf(address);
		const words = sshWords({ host: address.host, port, at: pinned[0] ?? '', ...held });
		const asked = `git-lfs-authenticate ${address.path}.git download`;
		const whom = ['-p', String(port), `${address.login ?? 'git'}@${address.host}`];
		const end = await runOnline([...words, ...whom, asked], { isolation, ms: passMs, most: mostAnswer }, signal);
		return end.kind === 'ok' ? readPass(end.stdout.toString(), address) : refused(whyNone(end, address));
	} finally {
		await held.remove();
	}
}

/** ssh's own code for what is wrong with the connection; any other one is the command's: ssh(1), "EXIT STATUS". */
const ownCode = 255;

function whyNone(end: Exclude<GitEnd, { kind: 'ok' }>, { host, path }: RepositoryAddress): string {
	if (end.kind !== 'failed') return end.kind === 'too-long' ? `${host} took too long.` : unclear(host);
	if (end.code === ownCode)
		return sayingOf(end.stderr, { host, path, hasKey: true }) ?? `${host} cannot be reached by ssh: try again later.`;
	return `${host} gives nobody a pass to files of LFS by ssh (git-lfs-authenticate), or not to this key.`;
}

function unclear(host: string): string {
	return `${host} answers git-lfs-authenticate in a form that is not understood.`;
}

/** Reads an answer of `git-lfs-authenticate`: untrusted. Pure. */
export function readPass(answer: string, { host, path }: RepositoryAddress): LfsServer | NotDone {
	const read = passSchema.safeParse(parsed(answer)).data;
	const url = read && URL.parse(read.href ?? `https://${host}/${path}.git/info/lfs`);
	if (!read || !url || url.search !== '' || url.hash !== '') return refused(unclear(host));
	const wrong = wrongIn(url);
	if (wrong !== undefined) return refused(`${host} names a server of LFS that is not gone to: ${wrong}.`);
	const headers = headersOf(read.header ?? {});
	if (!headers) return refused(`${host} wants headers to be sent that are none.`);
	const plain = (url.origin + url.pathname).replace(/\/+$/, '');
	return { kind: 'server', url: plain, headers, mayBePrivate: url.hostname === host };
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function refused(why: string): NotDone {
	return { kind: 'refused', why };
}
