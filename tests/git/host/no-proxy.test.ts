import { expect, it } from 'vitest';
import { isExcepted } from '../../../src/git/host/reach/no-proxy.ts';

const address = { scheme: 'https', host: 'git.example.org', path: 'acme/app' } as const;

it.each([
	['git.example.org', true],
	['.example.org', true],
	['*.example.org,other.org', true],
	['other.org, example.org', true],
	['*', true],
	['GIT.EXAMPLE.ORG:443', true],
	['git.example.org:3000', false],
	['it.example.org', false],
	['example.org.evil', false],
	['other.org', false],
	[',. ,*.', false],
	['', false],
	[undefined, false],
])('NO_PROXY=%j excepts git.example.org: %s', (noProxy, isSo) => {
	expect(isExcepted(address, noProxy)).toBe(isSo);
});

it('a megabyte of it is read in no time', () => {
	const started = performance.now();
	for (const text of ['*'.repeat(1e6), '.'.repeat(1e6), `${'a:1'.repeat(3e5)}`, ' ,'.repeat(5e5)])
		expect(isExcepted(address, text)).toBe(false);
	expect(performance.now() - started).toBeLessThan(2_000);
});
