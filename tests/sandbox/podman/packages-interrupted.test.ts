import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTicks } from '../../../src/sandbox/podman/container/process-facts.ts';
import type { Installation, PackageLock, Resolution, Sandbox } from '../../../src/sandbox/sandbox.ts';
import { waitFor } from '../../support/wait-for.ts';
import type { HostProcess } from './host-processes.ts';
import { airlockProcesses, install, lockOf, type PackagesHome, packagesHome, resolve } from './packages-home.ts';
import { describeWithPodman, testedRuntime } from './podman-home.ts';
import { bash, never } from './run-in.ts';

// Relay and uv are looked for among the host's processes
const describeOnHostKernel = testedRuntime === 'runsc' ? describe.skip : describeWithPodman;

describeOnHostKernel('Packages that are interrupted', () => {
	let place: PackagesHome;
	let count = 0;

	/** A session with a package whose metadata or wheel the index never sends to the end. */
	async function stalled(what: 'metadata' | 'wheel', seconds?: number): Promise<Stalled> {
		count += 1;
		const name = `slow${count}`;
		const { filename } = place.index.add({
			name,
			version: '1',
			files: { 'big.bin': new Uint8Array(500_000).map((_, at) => at * at) },
		});
		const session = `${name}-${seconds ?? ''}`;
		const sandbox = await place.acquire(session);
		if (what === 'metadata') {
			place.index.trouble(`/files/${filename}.metadata`, { kind: 'hangs' });
			return { name, filename, session, sandbox, begin: (signal = never) => resolve(sandbox, [name], signal) };
		}
		const lock = await lockOf(sandbox, name);
		place.index.trouble(`/files/${filename}`, { kind: 'stalls' });
		return { name, filename, session, sandbox, lock, begin: (signal = never) => install(sandbox, lock, signal) };
	}

	/** Resolves once relay and uv run, and the index has been asked for what it does not send. */
	async function underWay({ session, filename, lock }: Stalled): Promise<HostProcess[]> {
		const held = lock === undefined ? `${filename}.metadata` : filename;
		const asked = () => place.index.requests.at(-1)?.path.endsWith(held) === true;
		await waitFor(asked, 'the index to be asked');
		return waitFor(() => {
			const found = airlockProcesses(place.inside(session));
			return found.length >= 2 && found;
		}, 'relay and uv to run');
	}

	/** What was killed has to have a processor to die. */
	const areGone = ({ session }: Pick<Stalled, 'session'>): Promise<boolean> =>
		waitFor(() => airlockProcesses(place.inside(session)).length === 0, 'relay and uv to be gone');

	async function expectNothingLeft({ session, sandbox }: Stalled): Promise<void> {
		await areGone({ session });
		expect((await bash(sandbox, 'ls -A /envs | wc -l')).text).toMatch(/^0$/m);
	}

	async function expectWell(one: Stalled): Promise<void> {
		place.index.trouble(`/files/${one.filename}`, undefined);
		place.index.trouble(`/files/${one.filename}.metadata`, undefined);
		const sandbox = await place.acquire(one.session);
		expect(await install(sandbox, await lockOf(sandbox, one.name))).toEqual({ kind: 'installed' });
	}

	beforeAll(async () => {
		place = await packagesHome();
	}, 60_000);
	afterAll(() => place?.[Symbol.asyncDispose]());

	it.each(['metadata', 'wheel'] as const)(
		'by their signal reject with its reason, and nothing is left (%s)',
		async (what) => {
			const one = await stalled(what);
			const calling = new AbortController();
			const working = one.begin(calling.signal);
			working.catch(() => {});
			await underWay(one);
			calling.abort(new Error('Ada has changed her mind'));
			await expect(working).rejects.toThrow('Ada has changed her mind');
			await areGone(one);
			await expectNothingLeft(one);
			await expectWell(one);
		},
	);

	it('by a signal that has aborted already do nothing', async () => {
		const one = await stalled('wheel');
		const before = place.index.requests.length;
		await expect(one.begin(AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late');
		expect(place.index.requests).toHaveLength(before);
	});

	it('by a sweep are refused, and the sandbox goes on', async () => {
		const one = await stalled('wheel');
		const working = one.begin();
		const relay = (await underWay(one)).find(({ command }) => command.includes('airlock-relay'));
		// So that it is still there when the host looks for what is left
		process.kill(relay?.pid ?? 0, 'SIGSTOP');
		expect(await one.sandbox.sweep()).toMatchObject([{ command: expect.stringContaining('uv pip install') }]);
		expect(await working).toEqual({ kind: 'refused', reason: 'Stopped' });
		await expectNothingLeft(one);
		expect(await place.acquire(one.session)).toBe(one.sandbox);
		await expectWell(one);
	});

	it.each(['metadata', 'wheel'] as const)(
		'by the death of their sandbox are refused, and the next one begins anew (%s)',
		async (what) => {
			const one = await stalled(what);
			const working = one.begin();
			const processes = await underWay(one);
			const guest = place
				.inside(one.session)
				.find(({ command }) => command.includes('guest.mjs') && command.startsWith('node'));
			process.kill(guest?.pid ?? 0, 'SIGKILL');
			expect(await working).toMatchObject({ kind: 'refused', reason: expect.any(String) });
			expect(processes.filter(isThere)).toEqual([]);
			await expectWell(one);
			const next = await place.acquire(one.session);
			expect((await bash(next, 'ls -A /envs')).text).not.toContain('.new-');
		},
	);

	it('by the death of the relay are refused, and the sandbox goes on', async () => {
		const one = await stalled('wheel');
		const working = one.begin();
		const relay = (await underWay(one)).find(({ command }) => command.includes('airlock-relay'));
		process.kill(relay?.pid ?? 0, 'SIGKILL');
		expect(await working).toMatchObject({ kind: 'refused', reason: expect.stringContaining('airlock') });
		await expectNothingLeft(one);
		await expectWell(one);
	});

	it('end although the relay does not: it is killed', async () => {
		const one = await stalled('wheel');
		const calling = new AbortController();
		const working = one.begin(calling.signal);
		working.catch(() => {});
		const relay = (await underWay(one)).find(({ command }) => command.includes('airlock-relay'));
		process.kill(relay?.pid ?? 0, 'SIGSTOP');
		calling.abort(new Error('enough'));
		await expect(working).rejects.toThrow('enough');
		await areGone(one);
		await expectWell(one);
	});

	it('have a relay that commands and drafts can neither end nor stop, without any privilege', async () => {
		const one = await stalled('wheel');
		const calling = new AbortController();
		const working = one.begin(calling.signal);
		working.catch(() => {});
		const relay = (await underWay(one)).find(({ command }) => command.includes('airlock-relay'));
		const status = readFileSync(`/proc/${relay?.pid}/status`, 'utf8');
		expect(status).toMatch(/^CapEff:\t0+$/m);
		expect(status).toMatch(/^CapBnd:\t0+[0-9a-f]{0,2}$/m);
		expect(status).toMatch(/^NoNewPrivs:\t1$/m);
		expect(status).toMatch(/^Seccomp:\t2$/m);
		const inside = /^NSpid:.*\t(\d+)$/m.exec(status)?.[1];
		expect(inside).toBeDefined();
		const { text } = await bash(
			one.sandbox,
			`ls -d /proc/${inside} && echo seen; kill -9 ${inside}; kill -STOP ${inside}; echo >/proc/${inside}/fd/0; cat /proc/${inside}/environ; kill -9 -1; true`,
		);
		expect(text).toMatch(/not permitted[\s\S]*not permitted/);
		expect(text).not.toContain('seen');
		expect(await startTicks(relay?.pid ?? 0)).toBeDefined();
		calling.abort(new Error('seen'));
		await expect(working).rejects.toThrow('seen');
	});
});

describeWithPodman('Packages of an index that does not answer', () => {
	it('are refused when their time is over, and nothing is left', async () => {
		await using place = await packagesHome({ seconds: 3 });
		place.index.add({ name: 'mute', version: '1' });
		place.index.trouble('/simple/mute/', { kind: 'hangs' });
		const sandbox = await place.acquire('s');
		expect(await resolve(sandbox, ['mute'])).toMatchObject({
			kind: 'refused',
			reason: expect.stringMatching(/3 s|in time/),
		});
		await waitFor(() => airlockProcesses(place.inside('s')).length === 0, 'uv to be gone');
		expect((await bash(sandbox, 'ls -A /envs | wc -l')).text).toMatch(/^0$/m);
	});

	it('are refused when a session has fetched all it may, in a later sandbox too', async () => {
		await using place = await packagesHome({ sessionBytes: 40_000 });
		place.index.add({ name: 'small', version: '1' });
		place.index.add({
			name: 'large',
			version: '1',
			files: { 'x.bin': crypto.getRandomValues(new Uint8Array(60_000)) },
		});
		const sandbox = await place.acquire('s');
		expect(await install(sandbox, await lockOf(sandbox, 'small'))).toEqual({ kind: 'installed' });
		const lock = await lockOf(sandbox, 'large');
		expect(await install(sandbox, lock)).toMatchObject({
			kind: 'refused',
			reason: expect.stringMatching(/session|MB|KB/),
		});
		await place.home.sandboxes.end('s');
		expect(await install(await place.acquire('s'), lock)).toMatchObject({ kind: 'refused' });
		const other = await place.acquire('other');
		expect(await lockOf(other, 'small')).toBeDefined();
	});
});

interface Stalled {
	readonly name: string;
	readonly filename: string;
	readonly session: string;
	readonly sandbox: Sandbox;
	readonly lock?: PackageLock;
	readonly begin: (signal?: AbortSignal) => Promise<Resolution | Installation>;
}

function isThere({ pid, groups }: HostProcess): boolean {
	try {
		return readFileSync(`/proc/${pid}/cgroup`, 'utf8') === groups;
	} catch {
		return false;
	}
}
