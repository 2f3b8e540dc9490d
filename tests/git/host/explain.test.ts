import { expect, it } from 'vitest';
import { explain } from '../../../src/git/host/reach/explain.ts';

const spoken = { host: 'git.example.org', path: 'acme/app', hasKey: true };
const url = 'https://git.example.org/acme/app.git/';

/** Words of git, with curl over OpenSSL and over GnuTLS, of a server that went away. */
const lost = [
	`fatal: unable to access '${url}': Empty reply from server`,
	`fatal: unable to access '${url}': OpenSSL SSL_read: error:0A000126:SSL routines::unexpected eof while reading, errno 0`,
	`fatal: unable to access '${url}': TLS connect error: error:0A000126:SSL routines::unexpected eof while reading`,
	`fatal: unable to access '${url}': OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to git.example.org:443`,
	`error: RPC failed; curl 56 OpenSSL SSL_read: SSL_ERROR_SYSCALL, errno 104\nfatal: expected flush after ref listing`,
	`fatal: unable to access '${url}': GnuTLS recv error (-110): The TLS connection was non-properly terminated.`,
	`fatal: unable to access '${url}': Recv failure: Connection reset by peer`,
	'error: RPC failed; curl 18 transfer closed with outstanding read data remaining\nfatal: early EOF',
];

it.each(lost)('a connection that was lost is told as that: %s', (stderr) => {
	const why = 'The connection to git.example.org was lost: try again later.';
	expect(explain({ kind: 'failed', code: 128, stderr }, spoken)).toEqual({ kind: 'refused', why });
});

const unknown = [
	`fatal: unable to access '${url}': SSL certificate problem: unable to get local issuer certificate`,
	`fatal: unable to access '${url}': OpenSSL SSL_connect: error:0A000086:SSL routines::certificate verify failed`,
	`fatal: unable to access '${url}': server certificate verification failed. CAfile: none CRLfile: none`,
];

it.each(unknown)('a certificate of nobody who is known is told as that: %s', (stderr) => {
	const { why } = explain({ kind: 'failed', code: 128, stderr }, spoken);
	expect(why).toMatch(/^The certificate of git\.example\.org is of nobody who is known here/);
});
