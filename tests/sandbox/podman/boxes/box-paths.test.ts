import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { FileTree } from '../../../../src/base/file-tree.ts';
import { boxAsHome, boxName, partsOfRun, runIn, runOf } from '../../../../src/sandbox/boxes.ts';
import { addToBox, boxPathsIn, fillBox, runFolder } from '../../../../src/sandbox/podman/boxes/box-paths.ts';
import { containerSpec } from '../../../../src/sandbox/podman/container/container-spec.ts';
import { defaultLimits } from '../../../../src/sandbox/podman/container/sandbox-limits.ts';
import { kindOfName } from '../../../../src/sandbox/podman/host/kinds.ts';
import { hostOrders } from '../../../../src/sandbox/podman/host/orders.ts';
import { agentsIn, isSessionId, sessionPathsIn } from '../../../../src/store/session/layout.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { never } from '../run-in.ts';

const pathsOf = boxPathsIn(agentsIn('/data'));

it("a run's box has all that is its own in its session's folder", () => {
	const { disk, trees, outputs } = pathsOf(boxName(runIn('slack-T1-C1-17.2', 12)));
	const folder = '/data/sessions/slack-T1-C1-17.2/agents/12';
	expect([disk, ...Object.values(trees), outputs]).toEqual(
		['disk.img', 'inputs', 'forged_tools', 'memories', 'outputs'].map((name) => join(folder, name)),
	);
});

it.each([
	'local-1',
	'lab local-1',
	'agent local-1',
	'agent local-1~0',
	'agent local-1~01',
	'agent ../x~1',
	'agent a~../1',
	'agent a~1~2',
	' agent a~1',
])('%j is no box: no other sandbox is given what is there, and none is mistaken for one', (name) => {
	expect(() => pathsOf(name)).toThrow(TypeError);
	expect(() => runFolder(name, agentsIn('/data'))).toThrow(TypeError);
});

it('a box has the name of no session, and no session that of a box', () => {
	const name = boxName('local-1~3');
	expect(isSessionId(name)).toBe(false);
	expect(isSessionId('local-1~3')).toBe(false);
	expect(() => sessionPathsIn('/data')(name)).toThrow(TypeError);
	expect([runOf(name), runOf('local-1'), runOf('lab local-1')]).toEqual(['local-1~3', undefined, undefined]);
	expect(partsOfRun('local-1~3')).toEqual({ session: 'local-1', count: 3 });
});

it.each([
	['agent local-1~1', true, 'agents'],
	['local-1', true, undefined],
	['lab local-1', true, undefined],
	['agent local-1', false, 'agents'],
	['agent local-1~1000000', false, 'agents'],
	['agent ../../etc~1', false, 'agents'],
	['agent lab local-1~1', false, 'agents'],
	['lab agent local-1~1', false, undefined],
	['agentlocal-1~1', false, undefined],
] as const)("root's helper is asked for %j: %j, of %j", (session, isTaken, kind) => {
	expect(hostOrders.safeParse({ verb: 'boot', session, diskBytes: 1 }).success).toBe(isTaken);
	expect(kindOfName(session)).toBe(kind);
	const give = { verb: 'give', box: '0123456789abcdef', session, diskBytes: 1 };
	expect(hostOrders.safeParse(give).success).toBe(isTaken && kind === undefined);
});

it("a box is a session's sandbox but for its limits and the folders in its memory", () => {
	const files = { slot: '/slots/a', hosts: '/own/hosts', resolv: '/own/resolv', seccomp: '/own/seccomp' };
	const input = { image: 'i', limits: defaultLimits, timezone: 'UTC', files, labels: {} };
	const usual = containerSpec(input);
	const box = containerSpec({ ...input, inMemory: { tmp: 512, home: 512 } });
	expect(box).toEqual({
		...usual,
		HostConfig: {
			...usual.HostConfig,
			Tmpfs: {
				...usual.HostConfig?.Tmpfs,
				'/tmp': 'rw,size=512m,mode=1777,nosuid,nodev',
				'/home/smith': 'rw,size=512m,mode=1777,nosuid,nodev',
			},
		},
	});
});

/** A file of its own name in a folder, and a link. */
const inputs: FileTree = {
	version: async () => '',
	async *entries() {
		yield {
			kind: 'file',
			name: 'deep/a.txt',
			size: 1,
			read: async function* () {
				yield Buffer.from('a');
			},
		};
		yield { kind: 'link', name: 'link', target: '/etc/passwd' };
	},
};

it('a box is given the inputs that are named for it, and neither those of the last time nor links', async () => {
	await using dir = await tempDir();
	const { trees } = boxPathsIn(() => dir.path)('agent local-1~1');
	await mkdir(trees.inputs, { recursive: true });
	await writeFile(join(trees.inputs, 'former'), 'x');
	await fillBox({ trees }, boxAsHome({ run: 'local-1~1', session: 'local-1', diskBytes: 1, inputs }), never);
	expect(await readdir(trees.inputs, { recursive: true })).toEqual(['deep', 'deep/a.txt']);
	const path = join(trees.inputs, 'deep/a.txt');
	expect([await readFile(path, 'utf8'), (await stat(path)).mode & 0o777]).toEqual(['a', 0o644]);
});

it('a box that runs is given inputs beside those that it has, which stay as they are', async () => {
	await using dir = await tempDir();
	const { trees } = boxPathsIn(() => dir.path)('agent local-1~1');
	const more = boxAsHome({ run: 'local-1~1', session: 'local-1', diskBytes: 1, inputs });
	await mkdir(trees.inputs, { recursive: true });
	await writeFile(join(trees.inputs, 'first'), 'x');
	const before = await stat(trees.inputs);
	await addToBox({ trees }, more, never);
	await writeFile(join(trees.inputs, 'deep/a.txt'), 'is there');
	await addToBox({ trees }, more, never);
	// The box has this very folder mounted.
	expect((await stat(trees.inputs)).ino).toBe(before.ino);
	expect((await readdir(trees.inputs, { recursive: true })).toSorted()).toEqual(['deep', 'deep/a.txt', 'first']);
	expect(await readFile(join(trees.inputs, 'deep/a.txt'), 'utf8')).toBe('is there');
});

it('a box has nothing under its name of an input that could not be read to its end', async () => {
	await using dir = await tempDir();
	const { trees } = boxPathsIn(() => dir.path)('agent local-1~1');
	await mkdir(trees.inputs, { recursive: true });
	const half: FileTree = {
		version: async () => '',
		async *entries() {
			yield {
				kind: 'file',
				name: 'a.txt',
				size: 2,
				read: async function* () {
					yield Buffer.from('a');
					throw new Error('The disk is gone');
				},
			};
		},
	};
	const home = boxAsHome({ run: 'local-1~1', session: 'local-1', diskBytes: 1, inputs: half });
	await expect(addToBox({ trees }, home, never)).rejects.toThrow('The disk is gone');
	expect(await readdir(trees.inputs)).not.toContain('a.txt');
});
