import { ProblemError } from '../../../base/errors.ts';
import { sanitiseLine } from '../../../sandbox/guest/sanitise.ts';
import type { NotDone } from '../../git.ts';
import type { GitEnd } from '../order.ts';

/** Whom git spoke to, for the sentence. */
export interface Spoken {
	readonly host: string;
	readonly path: string;
	/** It had a credential. */
	readonly hasKey: boolean;
}

type Failed = Exclude<GitEnd, { kind: 'ok' }>;
type Row = readonly [RegExp, (spoken: Spoken) => string];

/** git's, curl's and OpenSSH's own words with `LC_ALL=C`; the first row that fits is told. `remote:` lines are not looked at: they are a server's. */
const rows: readonly Row[] = [
	[/REMOTE HOST IDENTIFICATION HAS CHANGED|host key .{0,40}has changed/i, changedKey],
	[/Host key verification failed|No .{0,40}host key is known/i, unknownKey],
	[
		/Permission denied \(|Load key .*(?:error in libcrypto|invalid format)/,
		({ host }) => `${host} did not take the deploy key.`,
	],
	[
		/Authentication failed|error: 401\b|could not read (?:Username|Password)|unable to read askpass|terminal prompts disabled/,
		unauthorized,
	],
	[
		/error: 403\b|The project you were looking for|not allowed to push|write access .{0,40}not granted|marked as read.only/i,
		forbidden,
	],
	[/error: 404\b|repository '[^']*' not found|Repository not found|does not appear to be a git repository/i, missing],
	[/error: 410\b/, missing],
	[/error: 30\d\b|unable to update url base from redirection/, redirected],
	[/error: 429\b/, ({ host }) => `${host} takes no more requests for now: too many were made.`],
	[/error: 4\d\d\b/, ({ host }) => `${host} did not take the request of git.`],
	[/error: 5\d\d\b/, ({ host }) => `${host} has trouble of its own: try again later.`],
	// Before certificates: OpenSSL tells of an end without a farewell as of any trouble of its own.
	[/unexpected eof while reading|SSL_ERROR_SYSCALL|SSL_ERROR_ZERO_RETURN|Empty reply from server/i, lost],
	[/certificate|SSL routines|unable to get local issuer|GnuTLS.{0,40}verif/i, unknownCertificate],
	[
		/CONNECT tunnel|from proxy|resolve proxy|\bproxy\b.{0,40}(?:refused|failed)/i,
		({ host }) => `${host} cannot be reached through this machine’s proxy.`,
	],
	[/Could not resolve host/, ({ host }) => `There is no host ${host}.`],
	[
		/Couldn't connect|Connection refused|Failed to connect|No route to host|Network is unreachable|connect to host|Connection closed by/,
		away,
	],
	[
		/couldn't find remote ref|not our ref|unadvertised object|no such remote ref/i,
		({ path }) => `${path} no longer has that commit or branch.`,
	],
	[/No space left on device|Disk quota exceeded/i, ({ host }) => `${host} has no room left on its disk.`],
	[/died of signal 25|File too large|file size limit/i, ({ path }) => `${path} is larger than what is fetched here.`],
	[
		/timed? ?out|too slow|hung up|early EOF|unexpected disconnect|connection (?:was )?reset|TLS connection|transfer closed|RPC failed|Broken pipe|expected (?:flush|packet)|bytes of (?:body|length)/i,
		lost,
	],
	// git 2.43 and newer look at that themselves: git-fsck(1), "largePathname".
	[/largePathname/, ({ path }) => `The names of the files of ${path} are longer than what is fetched here.`],
	[
		/fsck|index-pack|bad (?:object|pack)|inflate|invalid (?:index-pack|object)|pack (?:signature|has)|unpack|corrupt|SHA1|sha256|did not send all necessary objects|protocol error|bad line length/i,
		broken,
	],
	[
		/dumb http|shallow/i,
		({ host }) => `${host} does not speak git’s protocol well enough: it cannot give one commit alone.`,
	],
];

function changedKey({ host }: Spoken): string {
	return `${host} has another host key than the one that was given for it: it may be another machine. An admin must look at it.`;
}

function unknownKey({ host }: Spoken): string {
	return `The host key of ${host} is not among those that were given for it: an admin must add it to the credential.`;
}

function unauthorized({ host, hasKey }: Spoken): string {
	return hasKey
		? `${host} did not take the credential: it is wrong, has run out, or was revoked.`
		: `${host} wants a credential for it.`;
}

function forbidden({ host, path, hasKey }: Spoken): string {
	return hasKey ? `The credential is too weak for ${path} at ${host}.` : `${host} wants a credential for ${path}.`;
}

function missing({ host, path, hasKey }: Spoken): string {
	return `${host} has no repository ${path}${hasKey ? ', or none that the credential is for' : ', or shows it to nobody without a credential'}.`;
}

function redirected({ host, path }: Spoken): string {
	return `${path} at ${host} leads to another address, which is not followed: an admin must give the new one.`;
}

function unknownCertificate({ host }: Spoken): string {
	return `The certificate of ${host} is of nobody who is known here; whoever runs this bot may name its authority in GIT_CA_FILE.`;
}

function away({ host }: Spoken): string {
	return `${host} cannot be reached: try again later.`;
}

function lost({ host }: Spoken): string {
	return `The connection to ${host} was lost: try again later.`;
}

function broken({ host, path }: Spoken): string {
	return `${host} sent objects of ${path} that are damaged or not right: nothing was taken.`;
}

const noRoom = /No space left on device|Disk quota exceeded|unable to create temporary file: Read-only/i;
/** By ssh a server's words come as they are, and this of git's behind them where it ended without doing anything: they are about its own machine. */
const atServer = /Could not read from remote repository/;

/** One sentence for a git that has not ended well. Throws `ProblemError` where it is this machine that lacks something. Pure. */
export function explain(end: Failed, spoken: Spoken): NotDone {
	if (end.kind !== 'failed') return { kind: 'refused', why: `${spoken.host} took too long.` };
	const own = ownWords(end.stderr);
	if (noRoom.test(own) && !atServer.test(own))
		throw new ProblemError('Cannot keep a repository: the disk is full', 'Make room on it');
	if (/\bssh: (?:command )?not found|cannot run ssh/.test(own))
		throw new ProblemError('Cannot reach a repository by ssh: ssh is not installed', 'Run: apt install openssh-client');
	return { kind: 'refused', why: sentenceFor(own, spoken) ?? unknown(own, spoken) };
}

/** A sentence for what ssh has said, where it is known. What stands there may be of the server: it says nothing of this machine. Pure. */
export function sayingOf(stderr: string, spoken: Spoken): string | undefined {
	return sentenceFor(ownWords(stderr), spoken);
}

function sentenceFor(own: string, spoken: Spoken): string | undefined {
	return rows.find(([pattern]) => pattern.test(own))?.[1](spoken);
}

/** Without what the server has said, which may be anything. */
function ownWords(stderr: string): string {
	const lines = stderr.split(/[\r\n]+/).filter((line) => line.trim() !== '' && !line.startsWith('remote:'));
	return lines.slice(-40).join('\n').slice(-8_000);
}

/** git's last sentence, without addresses and paths. */
function unknown(own: string, { host }: Spoken): string {
	const last = own.split('\n').findLast((line) => /^(?:fatal|error): /.test(line)) ?? '';
	const words = sanitiseLine(last.replace(/^\w+: /, '').replace(/'[^']*'|(?<![^\s'])\S*\/\S*/g, '…')).slice(0, 200);
	return `git could not do it at ${host}${words === '' ? '' : `: ${words}`}.`;
}
