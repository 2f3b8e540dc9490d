import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAddress, parseAddress } from '../../src/git/address.ts';
import type { RepositoryAddress } from '../../src/git/repository.ts';

const https = (host: string, path: string) => ({ kind: 'address', address: { scheme: 'https', host, path } });
const ssh = (host: string, path: string, login = 'git') => ({
	kind: 'address',
	address: { scheme: 'ssh', host, path, login },
});
const github = https('github.com', 'acme/app');

describe('parseAddress()', () => {
	it.each([
		['acme/app', github],
		['acme/app.git', github],
		['acme/app/', github],
		['https://www.github.com/acme/app', github],
		['https://github.com/acme/app/compare/main...x?expand=1', github],
		['github.com/acme/app', github],
		['https://github.com/acme/app', github],
		['HTTPS://GitHub.com/acme/app/', github],
		['<https://github.com/acme/app>', github],
		['  https://github.com/acme/app.git\n', github],
		['https://github.com:443/acme/app', github],
		['https://github.com/acme/app/tree/main/src', github],
		['https://github.com/acme/app/blob/v1.2/a/b.ts', github],
		['https://github.com/acme/app/pull/12', github],
		['https://github.com/acme/app#readme', github],
		['https://github.com/acme/app?tab=readme-ov-file#set-up', github],
		['https://github.com/acme/app/blob/main/a.ts?plain=1#L10-L20', github],
		['https://github.com/acme/app/pull/12#issuecomment-1', github],
		['https://gitlab.com/group/app/-/tree/main?ref_type=heads', https('gitlab.com', 'group/app')],
		['https://bitbucket.org/acme/app/src/main/?at=feature/x', https('bitbucket.org', 'acme/app')],
		['https://github.com/acme/tree', https('github.com', 'acme/tree')],
		['https://gitlab.com/group/sub/app/-/tree/main', https('gitlab.com', 'group/sub/app')],
		['https://git.example.org/smith/app/src/branch/main/a.ts', https('git.example.org', 'smith/app')],
		['https://github.com/acme/app/issues', github],
		['https://github.com/acme/app/-/x', github],
		['octo_cat/app', https('github.com', 'octo_cat/app')],
		['SHORT_admin/app', https('github.com', 'SHORT_admin/app')],
		['https://acme.ghe.com/octo_acme/app/wiki', https('acme.ghe.com', 'octo_acme/app')],
		['https://codeberg.org/acme/app/issues', https('codeberg.org', 'acme/app')],
		['https://gitlab.com/my.group/sub_group/app.js', https('gitlab.com', 'my.group/sub_group/app.js')],
		['https://git.example.org/Some.One_else/app', https('git.example.org', 'Some.One_else/app')],
		['https://git.example.org/gitea/acme/app/src/branch/main', https('git.example.org', 'gitea/acme/app')],
		['https://git.example.org/gitea/acme/issues/src/branch/main', https('git.example.org', 'gitea/acme/issues')],
		['https://git.example.org/gitea/acme/app/issues/12', https('git.example.org', 'gitea/acme/app')],
		['https://git.example.org/prefix/tree/app', https('git.example.org', 'prefix/tree/app')],
		['https://git.example.org/group/issues/app', https('git.example.org', 'group/issues/app')],
		['https://git.example.org/group/sub/issues/app', https('git.example.org', 'group/sub/issues/app')],
		['https://git.example.org/gitea/acme/tree.git', https('git.example.org', 'gitea/acme/tree')],
		['https://git.example.org/acme/app/tree/main/src/branch/x', https('git.example.org', 'acme/app')],
		['https://git.example.org/acme/app/releases/tag/v1', https('git.example.org', 'acme/app')],
		['git@git.example.org:group/sub/tree', ssh('git.example.org', 'group/sub/tree')],
		['https://git.example.org/group/sub/tree.git', https('git.example.org', 'group/sub/tree')],
		['https://git.sr.ht/~smith/app', https('git.sr.ht', '~smith/app')],
		['https://xn--mnchen-3ya.de/a/b', https('xn--mnchen-3ya.de', 'a/b')],
		['https://10.0.0.5/a/b', https('10.0.0.5', 'a/b')],
		['git@github.com:acme/app.git', ssh('github.com', 'acme/app')],
		['git@git.example.org:/srv/app', ssh('git.example.org', 'srv/app')],
		['ssh://git@github.com/acme/app', ssh('github.com', 'acme/app')],
		['ssh://git@github.com:22/acme/app.git', ssh('github.com', 'acme/app')],
		['ssh://github.com/acme/app', ssh('github.com', 'acme/app')],
		['ssh://deploy@git.example.org/app', ssh('git.example.org', 'app', 'deploy')],
	])('takes %j', (text, expected) => {
		expect(parseAddress(text)).toEqual(expected);
	});

	it('keeps a port that is not its own', () => {
		expect(parseAddress('https://git.example.org:3000/a/b')).toMatchObject({ address: { port: 3000 } });
		expect(parseAddress('ssh://git@git.example.org:2222/a/b')).toMatchObject({ address: { port: 2222 } });
		expect(parseAddress('ssh://git@git.example.org:443/a/b')).toMatchObject({ address: { port: 443 } });
	});

	it.each([
		['https://git.example.org/gitea/acme/tree', 'write .git behind'],
		['https://git.example.org/acme/app/issues', 'write .git behind'],
		['https://git.example.org/prefix/acme/tree/src/branch/main', 'write .git behind'],
		['', 'empty'],
		['app', 'no address of a repository'],
		['https://github.com', 'names no repository'],
		['https://github.com/', 'names no repository'],
		['https://github.com/acme', 'owner/name'],
		['https://github.com/acme/app/else', 'owner/name'],
		['https://github.com//app', 'names no repository'],
		['https://me:hunter2@github.com/acme/app', 'token'],
		['https://ghp_secret@github.com/acme/app', 'token'],
		['ssh://git:hunter2@github.com/acme/app', 'token'],
		['http://github.com/acme/app', 'not encrypted'],
		['git://github.com/acme/app', 'https and ssh'],
		['file:///etc/passwd', 'https and ssh'],
		['ftp://github.com/acme/app', 'https and ssh'],
		['git+ssh://git@github.com/acme/app', 'https and ssh'],
		['ext::sh -c id', 'space'],
		['ext::sh', 'a program'],
		['fd::17/x', 'a program'],
		['/etc/passwd', 'no address of a repository'],
		['../other', 'no address of a repository'],
		['./a', 'no address of a repository'],
		['~/app', 'no address of a repository'],
		['-oProxyCommand=id', 'begins with "-"'],
		['--upload-pack=id', 'begins with "-"'],
		['-x/app', 'begins with "-"'],
		['acme/-x', 'begins with "-"'],
		['ssh://-oProxyCommand=id/acme/app', 'host is no name'],
		['ssh://git@-oProxyCommand/acme/app', 'host is no name'],
		['git@-oProxyCommand:acme/app', 'host is no name'],
		['ssh://-git@github.com/acme/app', 'login'],
		['github.com:acme/app', 'git@host:owner/name'],
		['C:/Users/smith/app', 'git@host:owner/name'],
		['https://github.com/acme/../other/app', '".."'],
		['https://github.com/acme/./app', '".."'],
		['https://github.com/acme/%2e%2e', 'characters'],
		['https://github.com/acme/app?token=hunter2', 'a query'],
		['https://github.com/acme/app?tab=readme&token=hunter2', 'characters'],
		['https://git.example.org/gitweb?p=acme/app', 'a query'],
		['https://github.com/acme/app#$(id)', 'characters'],
		['acme/app#12', 'a mark'],
		['github.com/acme/app#12', 'a mark'],
		['https://github.com:0/acme/app', 'port'],
		['https://github.com:65536/acme/app', 'port'],
		['https://github.com:/acme/app', 'port'],
		['https://github.com:4 4/acme/app', 'space'],
		['https://github.com:1:2/acme/app', 'port'],
		['https://github.com:443a/acme/app', 'port'],
		['https://[::1]/acme/app', 'IPv6'],
		['https://127.1/acme/app', 'no name'],
		['https://0x7f000001/acme/app', 'no name'],
		['https://2130706433/acme/app', 'no name'],
		['https://github.com./acme/app', 'no name'],
		['https://.github.com/acme/app', 'no name'],
		['https://gıthub.com/acme/app', 'xn--gthub-n4a.com'],
		['https://github。com/acme/app', 'github.com'],
		['https://gith\u00adub.com/acme/app', 'invisible'],
		['https://github.com/acme/app\u202e', 'invisible'],
		['https://github.com/ac\nme/app', 'invisible'],
		['https://github.com/acme/app\0', 'invisible'],
		['https://github.com/acme/app;id', 'characters'],
		['https://github.com/acme/$(id)', 'characters'],
		['https://github.com\\@evil.example/acme/app', 'characters'],
		['https://git.example.org/acme/.git', 'names no repository'],
		['https://git.example.org/acme/app.GIT', 'characters'],
		[`https://git.example.org/${'a'.repeat(501)}`, '500'],
		[`https://git.example.org/${'a/'.repeat(5_000)}`, '2000'],
	])('refuses %j with one sentence', (text, words) => {
		const parsed = parseAddress(text);
		expect(parsed.kind).toBe('refused');
		const why = parsed.kind === 'refused' ? parsed.why : '';
		expect(why).toContain(words);
		expect(why).toMatch(/^That address cannot be used: [^\n]+\.$/);
		expect(why).not.toMatch(/hunter2|ghp_secret/);
	});

	it('says nothing of a megabyte but that it is too long', () => {
		expect(parseAddress('a/'.repeat(500_000))).toMatchObject({ why: expect.stringContaining('2000') });
	});
});

const label = fc.stringMatching(/^[a-z0-9](?:[a-z0-9-]{0,8}[a-z0-9])?$/);
const part = fc.stringMatching(/^[A-Za-z0-9_~][A-Za-z0-9._~+-]{0,10}$/);
const often = <T>(usual: T, ...others: readonly T[]) =>
	fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 2, arbitrary: fc.constantFrom(...others) });
const strangePart = fc.constantFrom('tree', '-', '..', 'src', 'a.git', '.git', '-x', '');
const likely = fc
	.tuple(
		fc.constantFrom('https://', 'ssh://git@', 'ssh://', 'git@', '', 'http://', 'ext::', '-', 'https://x:y@'),
		fc.array(label, { minLength: 1, maxLength: 3 }),
		often('/', ':', ':8443/', ':99999/', '//'),
		fc.array(fc.oneof({ weight: 9, arbitrary: part }, { weight: 2, arbitrary: strangePart }), { maxLength: 4 }),
		often('', '/', '.git', '?a', '\n', '\0'),
	)
	.map(([before, host, between, path, after]) => `${before}${host.join('.')}${between}${path.join('/')}${after}`);

function addressOf(text: string): RepositoryAddress | undefined {
	const parsed = parseAddress(text);
	return parsed.kind === 'address' ? parsed.address : undefined;
}

describe('formatAddress()', () => {
	it('is read as the address that it was made of', () => {
		let taken = 0;
		const reads = (text: string) => {
			const address = addressOf(text);
			if (!address) return;
			taken += 1;
			expect(parseAddress(formatAddress(address))).toEqual({ kind: 'address', address });
		};
		fc.assert(fc.property(fc.oneof(likely, fc.string(), fc.string({ unit: 'binary' })), reads), { numRuns: 2_000 });
		expect(taken).toBeGreaterThan(50);
	});

	it('gives git nothing that begins with "-" or holds control characters, whatever is typed', () => {
		const isTame = (text: string) => {
			const address = addressOf(text);
			if (!address) return;
			const url = formatAddress(address);
			expect(url).toMatch(/^(?:https:\/\/|ssh:\/\/\w)[!-~]+$/);
			for (const piece of [address.host, ...address.path.split('/'), address.login ?? ''])
				expect(piece).not.toMatch(/^-/);
		};
		fc.assert(fc.property(fc.oneof(likely, fc.string()), isTame), { numRuns: 2_000 });
	});

	it.each([
		[{ scheme: 'https', host: 'github.com', path: '../x' }],
		[{ scheme: 'https', host: '-x', path: 'a/b' }],
		[{ scheme: 'https', host: 'github.com/evil', path: 'a/b' }],
		[{ scheme: 'https', host: 'me@github.com', path: 'a/b' }],
		[{ scheme: 'ssh', host: 'github.com', path: 'a/b', login: '-oProxyCommand=id' }],
		[{ scheme: 'https', host: 'git.example.org', path: 'a/b\n' }],
		[{ scheme: 'https', host: 'git.example.org', path: 'a.git/b' }],
	] as const)('throws on %j, which nobody could have typed', (address) => {
		expect(() => formatAddress(address)).toThrow(RangeError);
	});
});
