import { describe, expect, it } from 'vitest';
import { PlatformAwayError, ProblemError } from '../../../../src/base/errors.ts';
import type { Sandboxes } from '../../../../src/sandbox/sandbox.ts';
import { ask } from '../../../support/commands.ts';
import { createFakeSandboxes } from '../../../support/fake-sandboxes.ts';
import { recordingPlatform } from '../../../support/recording-platform.ts';
import { type ScriptedModel, scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { message, openWorkbench } from '../../../support/workbench.ts';
import type { WorkbenchOptions } from '../../../support/workbench-options.ts';

const later = { pacing: { retryMs: [3_600_000, 3_600_000] as const } };
const soon = { pacing: { retryMs: [1, 2] as const } };
const file = (name: string, size: number) => ({ name, source: 'here', size });

/** Sandboxes whose host has no room for files of which `isTooMuch` is true. */
function crowded(isTooMuch: (size: number) => boolean): Sandboxes & { readonly tries: () => number } {
	const inner = createFakeSandboxes({ tools: {} });
	let tries = 0;
	const place: Sandboxes['place'] = async (session, files, into, signal) => {
		tries += 1;
		const misfit = files.find(({ size = 0 }) => isTooMuch(size));
		if (misfit === undefined) return await inner.place(session, files, into, signal);
		const cause = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
		throw new ProblemError(`"${misfit.name}" cannot be saved: the disk is full`, 'Free some space', { cause });
	};
	return { ...inner, place, tries: () => tries };
}

/** A bench on whose platform every file can be fetched. */
function benchWith(home: string, brain: ScriptedModel, sandboxes: Sandboxes, timing: WorkbenchOptions['timing']) {
	const platform = recordingPlatform();
	platform.files.set('here', Buffer.from('a,b'));
	return openWorkbench({ home, brain, sandboxes, platform, ...(timing && { timing }) });
}

/** All that a model was told so far. */
function saidTo({ requests }: ScriptedModel): string {
	return JSON.stringify(requests.map(({ messages }) => messages));
}

describe('a file for which the disk has no room', () => {
	it('is waited with, and the thread is told', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'done' }]);
		await using bench = benchWith(
			dir.path,
			brain,
			crowded(() => true),
			later,
		);
		await bench.say(message('look', [file('a.csv', 3)]));
		expect(brain.requests).toEqual([]);
		expect(bench.platform.posts).toEqual([
			expect.stringMatching(/"a\.csv" cannot be saved: the disk is full.*Nothing .* is lost/),
		]);
		expect(await ask(bench, '/status')).toContain('the disk is full');
	});

	it('comes along when there is room again, and nobody wrote meanwhile', async () => {
		await using dir = await tempDir();
		let left = 3;
		const sandboxes = crowded(() => left-- > 0);
		const brain = scriptedModel([{ text: 'done' }]);
		await using bench = benchWith(dir.path, brain, sandboxes, soon);
		await bench.dispatch.recover();
		await bench.dispatch.accept(message('look', [file('a.csv', 3)]));
		await waitFor(() => bench.platform.posts.includes('ended done'), 'the answer');
		expect(sandboxes.tries()).toBe(4);
		expect(saidTo(brain)).toContain('New files in /inputs: a.csv');
	});

	it('is given up after a while, and keeps no smaller one out', async () => {
		await using dir = await tempDir();
		const sandboxes = crowded((size) => size > 100);
		const brain = scriptedModel([{ text: 'done' }]);
		await using bench = benchWith(dir.path, brain, sandboxes, soon);
		await bench.dispatch.recover();
		await bench.dispatch.accept(message('look', [file('a.csv', 3), file('film.mov', 1e9), file('b.csv', 4)]));
		await waitFor(() => bench.platform.posts.includes('ended done'), 'the answer');
		expect(saidTo(brain)).toMatch(/\/inputs: a\.csv .*, b\.csv .*film\.mov.*the disk is full/);
	});

	it('is given up with all others after a few of them', async () => {
		await using dir = await tempDir();
		const sandboxes = crowded(() => true);
		const brain = scriptedModel([{ text: 'done' }]);
		await using bench = benchWith(dir.path, brain, sandboxes, soon);
		await bench.dispatch.recover();
		const files = Array.from({ length: 10 }, (_, index) => file(`${index}.csv`, index));
		await bench.dispatch.accept(message('look', files));
		await waitFor(() => bench.platform.posts.includes('ended done'), 'the answer');
		expect(sandboxes.tries()).toBe(10 + 1 + 3);
		for (const { name } of files) expect(saidTo(brain)).toContain(name);
	});
});

/** A file of "ab,cd" that breaks off so often after its second byte. */
function breaking(times: number) {
	let fetches = 0;
	function* fetch() {
		fetches += 1;
		yield Buffer.from('ab');
		if (fetches <= times) throw new PlatformAwayError('test', 'the connection broke');
		yield Buffer.from(',cd');
	}
	return { fetch, fetches: () => fetches };
}

describe('a file that its platform does not give', () => {
	const probing = { pacing: { retryMs: [1, 2] as const, probeMs: [1, 2] as const } };

	async function take(times: number) {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'done' }]);
		const sandboxes = createFakeSandboxes({ tools: {} });
		const platform = recordingPlatform();
		const { fetch, fetches } = breaking(times);
		platform.files.set('here', fetch);
		await using bench = openWorkbench({ home: dir.path, brain, sandboxes, platform, timing: probing });
		await bench.dispatch.recover();
		await bench.dispatch.accept(message('look', [{ name: 'a.csv', source: 'here' }]));
		await waitFor(() => platform.posts.includes('ended done'), 'the answer');
		return { said: saidTo(brain), fetches: fetches() };
	}

	it('is fetched once more when the platform answers, so that an outage that ends just then loses none', async () => {
		const { said, fetches } = await take(6);
		expect(said).toMatch(/New files in \/inputs: a\.csv \(5 bytes/);
		expect(fetches).toBe(7);
	});

	it('although it answers before and after is given up after a few tries, and said', async () => {
		const { said, fetches } = await take(Number.POSITIVE_INFINITY);
		expect(said).toContain('the connection broke');
		expect(fetches).toBe(7);
	});
});

describe('a file whose message told no name', () => {
	const unnamed = { name: 'F1', source: 'F1' };

	async function open(home: string) {
		const brain = scriptedModel([{ text: 'done' }]);
		const sandboxes = createFakeSandboxes({ tools: {} });
		const platform = recordingPlatform();
		platform.files.set('F1', Buffer.from('a,b'));
		platform.names.set('F1', 'sales.csv');
		const bench = openWorkbench({ home, brain, sandboxes, platform, timing: soon });
		return { bench, brain, platform };
	}

	it('lies under the name that it has', async () => {
		await using dir = await tempDir();
		const { bench, brain } = await open(dir.path);
		await using _bench = bench;
		await bench.say(message('look', [unnamed]));
		expect(saidTo(brain)).toContain('New files in /inputs: sales.csv');
	});

	it('waits for its name while the platform is away', async () => {
		await using dir = await tempDir();
		const { bench, brain, platform } = await open(dir.path);
		await using _bench = bench;
		platform.unnamed = new PlatformAwayError('test', 'Nothing answers');
		await bench.dispatch.recover();
		await bench.dispatch.accept(message('look', [unnamed]));
		await waitFor(() => platform.namings > 1, 'that its name was asked for again');
		expect(brain.requests).toEqual([]);
		delete platform.unnamed;
		await waitFor(() => platform.posts.includes('ended done'), 'the answer');
		expect(saidTo(brain)).toContain('New files in /inputs: sales.csv');
	});

	it('is taken in under its number where the platform will not tell it', async () => {
		await using dir = await tempDir();
		const { bench, brain, platform } = await open(dir.path);
		await using _bench = bench;
		platform.unnamed = new Error('The file has no name');
		await bench.say(message('look', [unnamed]));
		expect(saidTo(brain)).toContain('New files in /inputs: F1');
	});
});
