import { expect, it } from 'vitest';
import { silentLogger } from '../../../src/base/log.ts';
import { createPackages } from '../../../src/sandbox/podman/guest-link/packages.ts';
import type { CallResult, GuestCall, Packages } from '../../../src/sandbox/sandbox.ts';
import { startFakeIndex } from '../../support/fake-index/fake-index.ts';
import { sha256Of } from '../../support/fake-index/make-wheel.ts';
import { startRelayProcess } from '../airlock/airlock-line.ts';

/** Packages whose guest says `answer`, or what it answers once it has seen the door. */
async function packagesOf(url: string, answer: (index: string) => Promise<unknown>): Promise<Packages> {
	const call = async ({ args }: GuestCall): Promise<CallResult> => ({
		ok: true,
		text: '',
		data: await answer(String(args['index'])),
	});
	return createPackages({
		policy: { index: url, leastAgeDays: 7, sessionBytes: 1e6, seconds: 30 },
		budget: { take: () => true, left: () => 1e6 },
		call,
		startRelay: async () => startRelayProcess(),
		log: silentLogger,
	});
}

const watch = { signal: new AbortController().signal };
const request = { requirements: ['fine'], undated: false };

it('no lock is taken of files that the door has not shown, whoever has told the installer of them', async () => {
	await using index = await startFakeIndex();
	const { sha256 } = index.add({ name: 'fine', version: '1' });
	const lock = { of: `fine==1 --hash=sha256:${sha256}\n` };
	const packages = await packagesOf(index.url, async (door) => {
		await (await fetch(`${door}/fine/`)).text();
		return { lock: lock.of };
	});
	expect(await packages.resolve(request, watch)).toMatchObject({ kind: 'locked', lock: { text: lock.of } });
	const forged = [
		`fine==1 --hash=sha256:${sha256Of('evil')}\n`,
		`fine==1 --hash=sha256:${sha256} --hash=sha256:${sha256Of('evil')}\n`,
		`evil==1 --hash=sha256:${sha256}\n`,
	];
	for (const text of forged) {
		lock.of = text;
		const reason = 'the resolver named files that the index did not offer';
		expect(await packages.resolve(request, watch)).toEqual({ kind: 'refused', reason });
	}
});

it('a guest that answers nonsense is refused, not believed', async () => {
	await using index = await startFakeIndex();
	for (const nonsense of [undefined, null, 7, {}, { lock: 7 }, { lock: '-r /etc/passwd' }]) {
		const packages = await packagesOf(index.url, async () => nonsense);
		expect(await packages.resolve(request, watch)).toMatchObject({ kind: 'refused' });
		expect(await packages.install('', watch)).toMatchObject({ kind: 'refused' });
	}
});

it('a problem that a guest tells is one line of bounded length', async () => {
	await using index = await startFakeIndex();
	const packages = await packagesOf(index.url, async () => ({ problem: `bad\n\u001b[31m${'x'.repeat(10_000)}` }));
	const found = await packages.resolve(request, watch);
	expect(found).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/^bad \P{Cc}{1,720}$/u) });
});
