import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../../src/base/log.ts';
import type { IndexesPolicy } from '../../../../src/sandbox/airlock/indexes/indexes-policy.ts';
import { createPackages } from '../../../../src/sandbox/podman/guest-link/packages.ts';
import { startFakeNpm } from '../../../support/fake-index/fake-npm.ts';
import { startRelayProcess } from '../../airlock/airlock-line.ts';

const watch = { signal: new AbortController().signal };

function packagesWith(urls: IndexesPolicy['urls'] | undefined, requests = 100) {
	const indexes = urls && { urls, leastAgeDays: 7, undated: [], bytes: 10e6, requests };
	return createPackages({
		policy: undefined,
		indexes,
		budget: { take: () => true, left: () => 1 },
		call: () => Promise.reject(new Error('no call is made')),
		startRelay: async () => startRelayProcess(),
		log: silentLogger,
	});
}

describe('Open indexes', () => {
	it('serve whoever is inside until they are closed, and no longer', async () => {
		await using npm = await startFakeNpm();
		npm.add({ name: 'left-pad', version: '1.0.0' });
		const open = await packagesWith({ npm: npm.url }).openIndexes(['npm'], watch);
		if (open.kind === 'refused') throw new Error(open.reason);
		const registry = open.env['npm_config_registry'] ?? '';
		const page = (await (await fetch(`${registry}left-pad`)).json()) as {
			versions: Record<string, { dist: { tarball: string } }>;
		};
		const tarball = page.versions['1.0.0']?.dist.tarball ?? '';
		expect((await fetch(tarball)).status).toBe(200);
		expect((await fetch(new URL('/pypi/simple/humanize/', registry))).status).toBe(404);
		expect([open.fetched(), open.homeFiles, open.env['GOPROXY']]).toEqual([['npm: left-pad 1.0.0'], [], 'off']);
		await open[Symbol.asyncDispose]();
		await expect(fetch(tarball)).rejects.toThrow('fetch failed');
	});

	it('are refused where they are not set up', async () => {
		expect(await packagesWith(undefined).openIndexes(['npm'], watch)).toMatchObject({ kind: 'refused' });
		for (const name of ['npm', 'rubygems', '__proto__', 'toString'])
			expect(await packagesWith({ go: 'https://proxy.golang.org' }).openIndexes([name], watch)).toEqual({
				kind: 'refused',
				reason: `no package index "${name}" is set up here`,
			});
	});

	it('close when they are asked more than they may be', async () => {
		await using npm = await startFakeNpm();
		const open = await packagesWith({ npm: npm.url }, 3).openIndexes(['npm'], watch);
		if (open.kind === 'refused') throw new Error(open.reason);
		await using _held = open;
		const asked = Array.from({ length: 6 }, () =>
			fetch(`${open.env['npm_config_registry']}left-pad`).then(({ status }) => status),
		);
		expect((await Promise.allSettled(asked)).some(({ status }) => status === 'rejected')).toBe(true);
	});

	it('reject with the reason of who calls them off', async () => {
		const signal = AbortSignal.abort(new Error('stopped by Ada'));
		await expect(packagesWith({}).openIndexes([], { signal })).rejects.toThrow('stopped by Ada');
	});
});
