import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { formsOf, parseFollow, resolveUrl, urlOf } from '../../../src/git/follow/follow-address.ts';
import type { RepositoryAddress } from '../../../src/git/repository.ts';

const lib: RepositoryAddress = { scheme: 'https', host: 'git.example.org', path: 'acme/lib' };

test.each([
	['https://git.example.org/acme/lib', 'submodule', 'https://git.example.org/acme/lib'],
	['https://GIT.example.org/acme/lib.git/', 'submodule', 'https://git.example.org/acme/lib'],
	['https://git.example.org:3000/a/b/c', 'submodule', 'https://git.example.org:3000/a/b/c'],
	['git@git.example.org:acme/lib.git', 'submodule', 'ssh://git@git.example.org/acme/lib'],
	['https://github.com/acme/app/info/lfs', 'lfs', 'https://github.com/acme/app/info/lfs'],
	['https://github.com/acme/app.git/info/lfs', 'lfs', 'https://github.com/acme/app.git/info/lfs'],
	['https://github.com/acme/app.git/info/lfs/', 'lfs', 'https://github.com/acme/app.git/info/lfs'],
	['ssh://git@git.lan:2222/acme/app.git/info/lfs', 'lfs', 'ssh://git@git.lan:2222/acme/app.git/info/lfs'],
	['git@github.com:acme/app.git/info/lfs', 'lfs', 'ssh://git@github.com/acme/app.git/info/lfs'],
	['<https://github.com/acme/app.git/info/lfs>', 'lfs', 'https://github.com/acme/app.git/info/lfs'],
	[
		'https://git.example.org/acme/app.git/info/lfs/objects/batch',
		'lfs',
		'https://git.example.org/acme/app.git/info/lfs',
	],
	['https://git.example.org/acme/app/info/lfs#x', 'lfs', 'https://git.example.org/acme/app/info/lfs'],
] as const)('%s may be followed', (text, kind, url) => {
	expect(parseFollow(text)).toMatchObject({ kind, url });
});

test.each([
	'',
	'lib',
	'http://git.example.org/acme/lib',
	'file:///etc',
	'ext::sh -c id',
	'-u./evil',
	'https://me:secret@git.example.org/acme/lib',
	'https://git.example.org/acme/../lib',
	'https://git.example.org/info/lfs',
	'git@git.example.org:/info/lfs',
	'ssh://git@git.example.org/-oProxyCommand=id/app/info/lfs',
	'https://git.example.org/acme/app/info/lfs?x=1',
])('%j may not be followed, and the sentence does not repeat it', (text) => {
	const read = parseFollow(text);
	expect(read).toMatchObject({ kind: 'refused', why: expect.stringContaining('That address cannot be used') });
	expect(JSON.stringify(read)).not.toContain('secret');
});

describe('The ways to write an address', () => {
	it('are two, and three for ssh without a port', () => {
		expect(formsOf(lib)).toEqual(['https://git.example.org/acme/lib', 'https://git.example.org/acme/lib.git']);
		expect(formsOf({ ...lib, scheme: 'ssh', login: 'git' })).toContain('git@git.example.org:acme/lib.git');
		expect(formsOf({ ...lib, scheme: 'ssh', login: 'git', port: 2222 })).toEqual([
			'ssh://git@git.example.org:2222/acme/lib',
			'ssh://git@git.example.org:2222/acme/lib.git',
		]);
	});

	it.each([
		'https://git.example.org/acme/Lib',
		'https://Git.example.org/acme/lib',
		'https://git.example.org/acme/lib/',
		'https://git.example.org:443/acme/lib',
		'https://git.example.org:444/acme/lib',
		'https://me@git.example.org/acme/lib',
		'https://git.example.org/acme/%6cib',
		'https://git.example.org//acme/lib',
		'https://git.example.org/acme/lib?x',
		'https://git.example.org/acme/lib.git.git',
		'https://git.example.org./acme/lib',
		'http://git.example.org/acme/lib',
		'ssh://git@git.example.org/acme/lib',
		' https://git.example.org/acme/lib',
		'-u./evil',
		'ext::sh -c id',
		'file:///srv/acme/lib',
	])('are not %j', (text) => {
		expect(formsOf(lib)).not.toContain(text);
		expect(formsOf(lib)).not.toContain(resolveUrl(text, { ...lib, path: 'acme/app' }));
	});
});

describe('A url from the repository’s own address', () => {
	it.each([
		['../lib', 'https://git.example.org/acme/lib'],
		['../lib.git', 'https://git.example.org/acme/lib.git'],
		['./../lib', 'https://git.example.org/acme/lib'],
		['./lib', 'https://git.example.org/acme/app/lib'],
		['../../other/lib', 'https://git.example.org/other/lib'],
		['../../../evil.org/lib', undefined],
		['../../../../x', undefined],
	])('%s is %s', (url, resolved) => {
		expect(resolveUrl(url, { ...lib, path: 'acme/app' })).toBe(resolved);
	});

	it('never leaves its host, whatever stands in it', () => {
		const part = fc.constantFrom('..', '.', 'a', '@evil.org', ':1', '//', '\\', '%2e%2e', 'lib');
		fc.assert(
			fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
				const url = resolveUrl(`../${parts.join('/')}`, { ...lib, path: 'acme/app' });
				expect(url === undefined || url.startsWith('https://git.example.org/')).toBe(true);
			}),
		);
	});

	it('goes by scheme, login and port of that', () => {
		const ssh: RepositoryAddress = { ...lib, scheme: 'ssh', login: 'git', port: 2222, path: 'acme/app' };
		expect(resolveUrl('../lib', ssh)).toBe(urlOf({ ...ssh, path: 'acme/lib' }));
	});
});
