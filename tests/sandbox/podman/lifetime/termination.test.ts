import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ContainerSpec } from '../../../../src/sandbox/podman/container/container-spec.ts';
import { defaultLimits } from '../../../../src/sandbox/podman/container/sandbox-limits.ts';
import type { CallResult, Sandbox } from '../../../../src/sandbox/sandbox.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { findProcess, hostProcesses } from '../host-processes.ts';
import {
	describeWithPodman,
	itHeldToLimits,
	itOnHostKernel,
	type PodmanHome,
	podmanCli,
	podmanHome,
	unenforced,
} from '../podman-home.ts';
import { bash, never, startBash } from '../run-in.ts';

const limits = { ...defaultLimits, memoryBytes: 256 * 2 ** 20 };
const hog = `python3 -c 'x = []\nwhile True: x.append(bytearray(10**7))'`;

describeWithPodman('A sandbox that dies', () => {
	let home: PodmanHome;
	/** Runs in the next container in place of the guest. */
	let impostor: string | undefined;

	const acquire = (session: string): Promise<Sandbox> => home.sandboxes.acquire(home.home(session), never);

	/** The host's id of the session's guest. */
	function guestPid(session: string): number {
		const filters = ['--filter', `label=session=${session}`, '--filter', `label=home=${home.options.homeId}`];
		const [id = ''] = podmanCli('ps', '-q', '--no-trunc', ...filters).split('\n');
		const init = podmanCli('inspect', '--format', '{{.State.Pid}}', id).trim();
		const below = readFileSync(`/proc/${init}/task/${init}/children`, 'utf8').split(' ').map(Number);
		const guest = hostProcesses().find(({ pid, command }) => below.includes(pid) && command.startsWith('node '));
		if (guest === undefined) throw new Error(`No guest of session "${session}"`);
		return guest.pid;
	}

	async function expectNewOne(session: string, old: Sandbox): Promise<void> {
		const next = await acquire(session);
		expect(next).not.toBe(old);
		expect(await bash(next, 'echo well')).toMatchObject({ ok: true, text: expect.stringContaining('well') });
	}

	beforeAll(async () => {
		const alterSpec = (spec: ContainerSpec): ContainerSpec =>
			impostor === undefined ? spec : { ...spec, Cmd: ['node', '-e', impostor] };
		home = await podmanHome({ limits, seams: { alterSpec } });
	});
	afterAll(() => home?.[Symbol.asyncDispose]());

	itHeldToLimits('goes on when only a command took too much memory, and the model is told', async () => {
		const sandbox = await acquire('hog');
		const result = await bash(sandbox, hog);
		expect(result).toMatchObject({ ok: false, text: expect.stringContaining('out of memory: the limit is 256 MB') });
		expect(result.lost).toBeUndefined();
		expect(await bash(sandbox, 'exit 3')).toMatchObject({ text: expect.not.stringContaining('out of memory') });
	});

	it.skipIf(unenforced)('says so when memory was what it died of', async () => {
		// The guest itself grows until the kernel ends it: the tool is unknown to the impostor, which eats instead of answering
		impostor = impostorSource('const x = []; while (true) x.push(Buffer.alloc(1e7, 1));');
		const sandbox = await acquire('fat').finally(() => {
			impostor = undefined;
		});
		const result = await bash(sandbox, 'true');
		expect(result).toMatchObject({ ok: false, lost: 'out of memory: the limit is 256 MB' });
		await expectNewOne('fat', sandbox);
	});

	itOnHostKernel('is noticed when its guest is killed, with the reason, and replaced with its files', async () => {
		const sandbox = await acquire('killed');
		await bash(sandbox, 'echo kept >/workspace/kept; echo gone >/tmp/gone');
		const { ended } = await startBash(sandbox, 'echo started; sleep 600');
		process.kill(guestPid('killed'), 'SIGKILL');
		const result = await ended;
		expect(result).toMatchObject({ ok: false, lost: 'it was killed' });
		expect(result.text).toContain('The sandbox ended: it was killed');
		expect(await bash(sandbox, 'true')).toMatchObject({ ok: false, lost: 'it was killed' });
		expect(await sandbox.sweep()).toEqual([]);
		await expect(sandbox.collect(new Map(), never)).rejects.toThrow(/session "killed": it ended: it was killed/);
		const next = await acquire('killed');
		expect((await bash(next, 'cat /workspace/kept; cat /tmp/gone')).text).toMatch(/kept[\s\S]*No such file/);
	});

	itOnHostKernel('is killed when it answers nothing any more', async () => {
		const sandbox = await acquire('frozen');
		const { ended } = await startBash(sandbox, 'echo started; sleep 600');
		process.kill(guestPid('frozen'), 'SIGSTOP');
		expect(await ended).toMatchObject({ ok: false, lost: 'it did not answer any more' });
		await expectNewOne('frozen', sandbox);
	});

	it.skipIf(process.getuid?.() === 0)(
		'ends when what serves its disk is killed, and the next one has the files',
		async () => {
			const sandbox = await acquire('fused');
			await bash(sandbox, 'echo kept >/workspace/kept; sync');
			const { ended } = await startBash(sandbox, 'echo started; sleep 600');
			process.kill(findProcess('fuse2fs', home.options.pathsOf('fused').disk)?.pid ?? 0, 'SIGKILL');
			expect(await ended).toMatchObject({ ok: false, lost: 'its disk was served no more' });
			expect((await bash(await acquire('fused'), 'cat /workspace/kept')).text).toContain('kept');
		},
	);

	itOnHostKernel('is killed when a sweep gets no answer, and what ran is named all the same', async () => {
		const sandbox = await acquire('stuck');
		const { ended } = await startBash(sandbox, 'echo started; exec sleep 4711');
		process.kill(guestPid('stuck'), 'SIGSTOP');
		const stopped = await sandbox.sweep();
		expect(stopped).toEqual([{ pid: expect.any(Number), command: 'sleep 4711', seconds: expect.any(Number) }]);
		expect(findProcess('sleep 4711')).toBeUndefined();
		// The sweep's patience ends in the middle of the watchdog's, which began to count before
		const lost = expect.stringMatching(/^it (?:could not stop what ran in it|did not answer any more)$/);
		expect(await ended).toMatchObject({ ok: false, lost });
	});

	itOnHostKernel('is killed when its guest says that nothing is left, and the host sees otherwise', async () => {
		const start = `require('node:child_process').spawn('sleep', ['4715'], { uid: 1000, gid: 1000 })`;
		const content = `{ content: [], structuredContent: { stopped: [] } }`;
		impostor = impostorSource(`if (params.name === 'bash') ${start}; answer(id, ${content})`);
		const sandbox = await acquire('liar').finally(() => {
			impostor = undefined;
		});
		expect(await bash(sandbox, 'true')).toMatchObject({ ok: true });
		expect(await sandbox.sweep()).toMatchObject([{ command: 'sleep 4715' }]);
		expect(findProcess('sleep 4715')).toBeUndefined();
		expect(await bash(sandbox, 'true')).toMatchObject({ lost: 'it could not stop what ran in it' });
	});

	itHeldToLimits('survives a fork bomb, which a sweep ends', async () => {
		const sandbox = await acquire('bomb');
		const { ended } = await startBash(
			sandbox,
			`echo "bomb() { bomb | bomb & }; bomb; trap '' TERM; sleep 4712" >bomb.sh; echo started; exec bash bomb.sh`,
		);
		const inside = () => hostProcesses().filter(({ command }) => command.includes('bash bomb.sh')).length;
		await waitFor(() => inside() > 100, 'the bomb to go off');
		const stopped = await sandbox.sweep();
		expect(stopped.length).toBeGreaterThan(100);
		expect(inside()).toBe(0);
		expect(await ended).toMatchObject({ ok: false });
		expect((await bash(await acquire('bomb'), 'echo well')).text).toContain('well');
	});

	const impostors: readonly (readonly [string, string, RegExp])[] = [
		['a line of 20 MB', `process.stdout.write('x'.repeat(20 * 2 ** 20) + '\\n')`, /longer than/],
		['a line that is not JSON', `process.stdout.write('hello\\n')`, /not JSON/],
		['an answer to no question', `answer(4711, {})`, /not asked/],
		['an answer that is none', `answer(id, { content: 'x' })`, /a result that is none/],
		['nothing, and ends', 'process.exit(7)', /^its main process ended with exit code 7$/],
	];

	it.each(impostors)('is given up when the guest sends %s', async (name, onCall, why) => {
		impostor = impostorSource(onCall);
		const session = `impostor-${impostors.findIndex(([each]) => each === name)}`;
		const sandbox = await acquire(session).finally(() => {
			impostor = undefined;
		});
		const result = await bash(sandbox, 'true');
		expect(result).toMatchObject({ ok: false, lost: expect.stringMatching(why) });
		await expectNewOne(session, sandbox);
	});

	it('is noticed when the Podman service is killed, and the next one has a service again', async () => {
		const sandbox = await acquire('served');
		const { ended } = await startBash(sandbox, 'echo started; sleep 4713');
		const service = findProcess('system service', home.options.stateDir);
		process.kill(service?.pid ?? 0, 'SIGKILL');
		const result: CallResult = await ended;
		expect(result).toMatchObject({ ok: false, lost: expect.any(String) });
		await waitFor(() => findProcess('sleep 4713') === undefined, 'the end of what ran');
		await expectNewOne('served', sandbox);
	});
});

/** A guest that shakes hands and answers pings like ours, and does `onCall` (with `id`, `params` and `answer`) at a tool call. */
function impostorSource(onCall: string): string {
	return `
const answer = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
const hello = { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo: { name: 'x', version: '1' } };
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
	const { id, method, params } = JSON.parse(line);
	if (method === 'initialize') answer(id, hello);
	if (method === 'ping') answer(id, {});
	if (method === 'tools/call') { ${onCall} }
}).on('close', () => process.exit());
`;
}
