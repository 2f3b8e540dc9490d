import { expect, it } from 'vitest';
import { silentLogger } from '../../../src/base/log.ts';
import { createPackages } from '../../../src/sandbox/podman/guest-link/packages.ts';

it('a package index that cannot be reached is refused without the paths of the host', async () => {
	const packages = createPackages({
		policy: { index: 'http://127.0.0.1:1/simple', leastAgeDays: 7, sessionBytes: 1, seconds: 60 },
		budget: { take: () => true, left: () => 1 },
		call: async () => ({ ok: true, text: '' }),
		startRelay: () => Promise.reject(new Error('connect ENOENT /run/threadsmith/home/podman.sock')),
		log: silentLogger,
	});
	const watch = { signal: new AbortController().signal };
	expect(await packages.resolve({ requirements: ['humanize'], undated: false }, watch)).toEqual({
		kind: 'refused',
		reason: 'the way to the package index could not be used: connect ENOENT podman.sock',
	});
});
