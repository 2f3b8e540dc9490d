import { describe, expect, it } from 'vitest';
import { readSessionPackages } from '../../../../src/agent/forge/bash-packages/kept-packages.ts';
import type { PackageRequest, Resolution } from '../../../../src/sandbox/sandbox.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { type FakeDisk, lockOf, openPackages } from './open-packages.ts';

const grace = { id: 'local', name: 'Grace' };
const question = 'local-packages/c1q1';

/** An index with one version of each: what is asked for is locked, pins as they are pinned. */
async function newest({ requirements }: PackageRequest): Promise<Resolution> {
	const lines = requirements.map((text) => (text.includes('==') ? text : `${/^[\w-]+/.exec(text)?.[0]}==2.0`));
	return { kind: 'locked', lock: lockOf(...lines.toSorted()) };
}

describe('install_packages', () => {
	it('installs well-known packages without asking, and commands see them', async () => {
		await using dir = await tempDir();
		await using opened = await openPackages({ home: dir.path, resolve: newest });
		expect(await opened.install('pip install polars humanize')).toEqual({
			ok: true,
			text: 'Installed for bash in this session: humanize 2.0, polars 2.0.',
		});
		expect(opened.disk.seen).toEqual([lockOf('humanize==2.0', 'polars==2.0').hash]);
		expect(opened.said.join('')).toContain('finding polars, humanize');
	});

	it('says at once what the image has, without a sandbox', async () => {
		await using dir = await tempDir();
		await using opened = await openPackages({ home: dir.path, resolve: newest });
		expect(await opened.install(['numpy', 'PIL'])).toEqual({
			ok: true,
			text: 'Already there: numpy, pillow. Read PIL as pillow.',
		});
		expect(opened.sandboxes.starts()).toBe(0);
	});

	it('says at once what is installed, whoever asked before', async () => {
		await using dir = await tempDir();
		await using opened = await openPackages({ home: dir.path, resolve: newest });
		await opened.install('polars>=1');
		const before = opened.sandboxes.calls.length;
		for (const same of ['polars', 'polars==2.0', 'polars>=1'])
			expect(await opened.install(same)).toEqual({ ok: true, text: 'Already there: polars 2.0.' });
		const asked = opened.sandboxes.calls.slice(before).map(({ tool }) => tool);
		expect(asked).not.toContain('packages.resolve');
	});

	it('adds to what is there, which keeps its version and is not fetched again', async () => {
		await using dir = await tempDir();
		const requests: (readonly string[])[] = [];
		const resolve = (request: PackageRequest) => {
			requests.push(request.requirements);
			return newest(request);
		};
		await using opened = await openPackages({ home: dir.path, resolve });
		await opened.install('polars>=1');
		expect(await opened.install('polars humanize')).toMatchObject({
			text: 'Installed for bash in this session: humanize 2.0, polars 2.0.',
		});
		expect(requests).toEqual([['polars>=1'], ['polars==2.0', 'humanize']]);
		expect(opened.disk.seen).toEqual([lockOf('polars==2.0').hash, lockOf('humanize==2.0').hash]);
	});

	it('gives what is there another version where nothing else fits', async () => {
		await using dir = await tempDir();
		const resolve = async (request: PackageRequest): Promise<Resolution> =>
			request.requirements.includes('polars==2.0')
				? { kind: 'refused', reason: 'your requirements are unsatisfiable' }
				: {
						kind: 'locked',
						lock: lockOf(...(request.requirements.length > 1 ? ['altair==1.0', 'polars==1.0'] : ['polars==2.0'])),
					};
		await using opened = await openPackages({ home: dir.path, resolve });
		await opened.install('polars');
		expect(await opened.install('altair')).toMatchObject({ ok: true, text: expect.stringContaining('polars 1.0') });
		expect(opened.disk.seen).toEqual([lockOf('altair==1.0', 'polars==1.0').hash]);
	});

	it('asks an admin about others, with nothing asked of the index before, and goes on in another process', async () => {
		await using dir = await tempDir();
		const disk: FakeDisk = { envs: new Set(), seen: [] };
		{
			await using opened = await openPackages({ home: dir.path, resolve: newest, disk });
			expect(await opened.install(['oddkit', 'polars'])).toMatchObject({
				ask: { role: 'admin', text: expect.stringMatching(/commands of this session.*oddkit/) },
			});
			expect(opened.sandboxes.calls).toEqual([]);
		}
		await using opened = await openPackages({ home: dir.path, resolve: newest, disk });
		const answer = { question, value: 'Install', person: grace };
		expect(await opened.install(['oddkit', 'polars'], { answer })).toMatchObject({ ok: true });
		expect(await opened.install('oddkit', { id: 'c2', turn: 't2' })).toMatchObject({ ok: true });
		expect(disk.seen).toHaveLength(1);
	});

	it.each([
		['a no', 'Do not install'],
		['no answer in time', null],
	])('does nothing after %s, asks no more in that turn, and again in a later one', async (_, value) => {
		await using dir = await tempDir();
		await using opened = await openPackages({ home: dir.path, resolve: newest });
		await opened.install('oddkit');
		const refused = await opened.install('oddkit', { answer: { question, value, person: grace } });
		expect(refused).toMatchObject({ ok: false, text: expect.stringMatching(/oddkit.*said no/s) });
		expect(await opened.install('oddkit', { id: 'c2' })).toMatchObject({ ok: false });
		expect(await opened.install('oddkit', { id: 'c3', turn: 't2' })).toMatchObject({ ask: { role: 'admin' } });
		expect(opened.sandboxes.calls).toEqual([]);
	});

	it('asks about files whose age nobody tells, once the name is allowed', async () => {
		await using dir = await tempDir();
		const resolve = async (request: PackageRequest): Promise<Resolution> => {
			if (request.undated) return newest(request);
			return { kind: 'undated', names: ['polars'] };
		};
		await using opened = await openPackages({ home: dir.path, resolve });
		expect(await opened.install('polars')).toMatchObject({ ask: { text: expect.stringContaining('how old') } });
		const answer = { question, value: 'Install', person: grace };
		expect(await opened.install('polars', { answer })).toMatchObject({ ok: true });
	});

	it.each([
		['there is no package named polars in the index', 'Check how the package is called'],
		['polars has only source distributions, no wheel', 'another version'],
		['the index cannot be reached: ECONNREFUSED (asked for the page of polars)', 'try again later'],
		['polars-2.0.whl does not fit into what this session may still download', 'too large'],
		['failed to write: No space left on device (os error 28)', 'too large'],
		['polars 2.0 is 2 days old; at least 7 are asked for', 'older version'],
		['your requirements are unsatisfiable', 'keep their versions'],
		['no package index is set up here: an admin can name one in the settings', 'with what is there'],
	])('says what failed and what to do: %s', async (reason, mend) => {
		await using dir = await tempDir();
		await using opened = await openPackages({ home: dir.path, resolve: async () => ({ kind: 'refused', reason }) });
		const { text = '' } = (await opened.install('polars')) as { text?: string };
		for (const part of ['Not installed: polars', reason, mend]) expect(text).toContain(part);
		expect(await readSessionPackages(opened.folder)).toMatchObject({ packages: [], layers: [] });
	});

	it('refuses what is of no use without a network, but for what is allowed here', async () => {
		await using dir = await tempDir();
		await using opened = await openPackages({ home: dir.path, resolve: newest, rules: { allowed: ['HTTPX'] } });
		expect(await opened.install('requests')).toMatchObject({
			ok: false,
			text: expect.stringContaining('for the network'),
		});
		expect(await opened.install('httpx')).toMatchObject({ ok: true });
	});

	it('installs nothing where packages are off', async () => {
		await using dir = await tempDir();
		await using opened = await openPackages({ home: dir.path, resolve: newest, rules: { enabled: false } });
		expect(await opened.install('polars')).toMatchObject({ ok: false, text: expect.stringContaining('PACKAGES=off') });
	});

	it('makes anew what a lost disk had, before it says that it is there', async () => {
		await using dir = await tempDir();
		{
			await using opened = await openPackages({ home: dir.path, resolve: newest });
			await opened.install('polars');
		}
		await using opened = await openPackages({ home: dir.path, resolve: newest });
		expect(await opened.install('polars')).toMatchObject({ ok: true, text: 'Already there: polars 2.0.' });
		expect(opened.disk.seen).toEqual([lockOf('polars==2.0').hash]);
	});

	it('goes on after the end of the process at any step, and commands then see all of it', async () => {
		for (const step of ['resolve', 'install', 'use'] as const) {
			await using dir = await tempDir();
			const disk: FakeDisk = { envs: new Set(), seen: [] };
			const dies = () => Promise.reject(new Error('killed'));
			{
				const [resolve, install] = [step === 'resolve' ? dies : newest, step === 'install' ? dies : undefined];
				await using opened = await openPackages({ home: dir.path, resolve, disk, ...(install && { install }) });
				if (step === 'use')
					Object.defineProperty(disk, 'seen', {
						configurable: true,
						get: () => [],
						set: () => {
							throw new Error('killed');
						},
					});
				await expect(opened.install('polars')).rejects.toThrow('killed');
			}
			Object.defineProperty(disk, 'seen', { configurable: true, writable: true, value: [] });
			await using opened = await openPackages({ home: dir.path, resolve: newest, disk });
			expect(await opened.install('polars')).toMatchObject({ ok: true });
			expect(disk.seen).toEqual([lockOf('polars==2.0').hash]);
		}
	});

	it('does two calls of one message one after the other, and loses neither', async () => {
		await using dir = await tempDir();
		await using opened = await openPackages({ home: dir.path, resolve: newest });
		await Promise.all([opened.install('polars', { id: 'c1' }), opened.install('humanize', { id: 'c2' })]);
		const { packages } = await readSessionPackages(opened.folder);
		expect(packages.map(({ name }) => name).toSorted()).toEqual(['humanize', 'polars']);
		expect(opened.disk.seen).toHaveLength(2);
	});

	it('warns of what will want the network when it is used', async () => {
		await using dir = await tempDir();
		await using opened = await openPackages({ home: dir.path, resolve: newest, rules: { allowed: ['nltk'] } });
		expect(await opened.install('nltk')).toMatchObject({ text: expect.stringContaining('nltk loads its corpora') });
	});

	it('is told to the model in less than 300 bytes', async () => {
		const { installPackages } = await import('../../../../src/agent/forge/bash-packages/install-packages.ts');
		const { spec } = installPackages({ allowed: [], enabled: true });
		expect(JSON.stringify({ type: 'function', function: spec }).length).toBeLessThan(300);
	});
});
