import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hasLeftBoxes } from '../../../../src/process/agents/left-boxes.ts';
import type { ContainerSpec } from '../../../../src/sandbox/podman/container/container-spec.ts';
import { boxesId } from '../../../../src/sandbox/podman/service/state-folder.ts';
import type { Sandbox } from '../../../../src/sandbox/sandbox.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { hostProcesses } from '../host-processes.ts';
import {
	describeWithPodman,
	itHeldToLimits,
	itOnHostKernel,
	podmanCli,
	podmanHome,
	podmanOptions,
} from '../podman-home.ts';
import { bash, never } from '../run-in.ts';
import { type BoxesHome, boxesHome, boxHome } from './boxes-home.ts';

const session = 'local-1';
const [run, other] = [`${session}~1`, `${session}~2`];
const fetch =
	'curl -sm5 http://127.0.0.1:18080/v1/models 2>&1 || python3 -c \'import urllib.request as u; print(u.urlopen("http://127.0.0.1:18080/v1/models", timeout=5).read().decode())\' 2>&1';

describeWithPodman('A box of a coding agent', () => {
	let home: BoxesHome;
	let box: Sandbox;
	beforeAll(async () => {
		home = await boxesHome();
		box = await home.boxes.acquire(boxHome(run, { 'named.txt': 'given', 'deep/one.txt': 'too' }), never);
	}, 120_000);
	afterAll(async () => {
		await home[Symbol.asyncDispose]();
	}, 60_000);

	const text = async (command: string, within = box) => (await bash(within, command)).text;

	itHeldToLimits('has 2 GB and two processors', async () => {
		const id = podmanCli('ps', '-q', '--no-trunc', '--filter', `label=home=${home.homeId}.agents`).trim();
		expect(podmanCli('inspect', '--format', '{{.HostConfig.Memory}} {{.HostConfig.NanoCpus}}', id)).toBe(
			'2147483648 2000000000\n',
		);
		expect(home.boxes.status()).toMatchObject([{ session: `agent ${run}`, passedOver: [] }]);
	});

	it('has what is named in /inputs, and nothing else of its session', async () => {
		expect(
			await text('cd /inputs; find . -type f | sort; cat named.txt; ls /tools /memories; touch /inputs/x 2>&1'),
		).toMatch(/\.\/deep\/one\.txt\n\.\/named\.txt\ngiven.*(Read-only file system|Permission denied)/s);
	});

	it('that runs is given what is named later, too', async () => {
		const same = await home.boxes.acquire(boxHome(run, { 'later.txt': 'later', 'deep/two.txt': 'also' }), never);
		expect(await text('cd /inputs; cat later.txt deep/two.txt named.txt; find . -type f | wc -l', same)).toMatch(
			/lateralsogiven\n?4/,
		);
	});

	it('has a HOME in memory that is of root, and in which nobody changes what is of root', async () => {
		expect(
			await text('stat -fc %T /home/smith; stat -c "%a %u" /home/smith; df -m --output=size /home/smith /tmp'),
		).toMatch(/tmpfs\n1777 0\n.*\n +512\n +512/);
		expect(await text('cd /home/smith; printf "#!/bin/sh\\necho ran\\n" >x; chmod +x x; ./x')).toContain('ran');
	});

	itOnHostKernel('keeps what root lays in that HOME from whoever runs there', async () => {
		const id = podmanCli('ps', '-q', '--no-trunc', '--filter', `label=home=${home.homeId}.agents`).trim();
		podmanCli('exec', '--user', '0:0', id, 'sh', '-c', 'echo laid >/home/smith/laid');
		await text('cd /home/smith; echo x >laid; rm -f laid; mv laid other; ln -f laid hard; chmod 777 laid; mkdir laid');
		expect(await text('cd /home/smith; cat laid; ls')).toMatch(/laid\nlaid\nx$/m);
	});

	it('has no way out but the gateway', async () => {
		expect(await text('cat /proc/net/dev | tail -n +3 | cut -d: -f1')).toMatch(/^ *lo$/m);
		expect(await text(fetch)).toContain(`gateway of ${run}`);
	});

	it('keeps its gateway to itself', async () => {
		const [second, sessions] = await Promise.all([
			home.boxes.acquire(boxHome(other), never),
			home.sandboxes.acquire({ ...boxHome(run), session, trees: noTrees }, never),
		]);
		expect(await text(fetch, second)).toContain(`gateway of ${other}`);
		expect(await text(fetch, sessions)).toMatch(/refused/i);
		expect(await text('ls /workspace; ls -d /home/smith 2>&1', sessions)).toMatch(/No such file/);
		await Promise.all([home.boxes.remove(other), home.sandboxes.end(session)]);
	});

	itOnHostKernel('has its gateway begun anew when that dies', async () => {
		const before = home.gateway.begun.length;
		const relay = hostProcesses().find(({ command }) => command.includes('gateway-relay.mjs'));
		process.kill(relay?.pid ?? 0, 'SIGKILL');
		await waitFor(() => home.gateway.begun.length > before, 'the next relay', 30_000);
		expect(await text(fetch)).toContain(`gateway of ${run}`);
		await text('kill -9 -1');
		expect(await text(fetch)).toContain(`gateway of ${run}`);
		expect(home.gateway.begun).toHaveLength(before + 1);
	});

	it('keeps its work and loses its HOME when it ends, and both when it is removed', async () => {
		await bash(box, 'echo work >/workspace/work; echo state >/home/smith/state; stat -Lc %u /workspace');
		await home.boxes.end(run);
		const [again] = await Promise.all([1, 2].map(() => home.boxes.acquire(boxHome(run, { 'next.txt': '' }), never)));
		if (!again) throw new Error('No box');
		expect(await text('cat /workspace/work; stat -Lc %u /workspace; ls /inputs /home/smith', again)).toContain(
			'work\n1000\n/home/smith:\n\n/inputs:\nnext.txt',
		);
		const folder = join(home.data, 'sessions', session, 'agents', '1');
		expect(readdirSync(folder)).toContain('disk.img');
		await home.boxes.remove(run);
		expect(existsSync(folder)).toBe(false);
		expect(home.boxes.status()).toEqual([]);
		expect(podmanCli('ps', '-aq', '--filter', `label=home=${home.homeId}.agents`)).toBe('');
	}, 60_000);
});

describeWithPodman('A box whose disk is gone', () => {
	it('is not made on an empty one, but where that is asked for', async () => {
		await using home = await boxesHome();
		const kept = { ...boxHome(run), disk: 'kept' } as const;
		await bash(await home.boxes.acquire(boxHome(run), never), 'echo work >/workspace/work');
		await home.boxes.end(run);
		expect((await bash(await home.boxes.acquire(kept, never), 'cat /workspace/work')).text).toContain('work');
		await home.boxes.end(run);
		const folder = join(home.data, 'sessions', session, 'agents', '1');
		rmSync(join(folder, 'disk.img'));
		await expect(home.boxes.acquire(kept, never)).rejects.toMatchObject({ name: 'DiskLostError' });
		rmSync(folder, { recursive: true });
		await expect(home.boxes.acquire(kept, never)).rejects.toMatchObject({ name: 'DiskLostError' });
		expect(home.boxes.status()).toEqual([]);
		expect((await bash(await home.boxes.acquire(boxHome(run), never), 'ls -A /workspace')).text).not.toContain(
			'work\n',
		);
	}, 120_000);
});

describeWithPodman('A box that cannot be had', () => {
	it('is told in the words of the settings of agents, and of a run that is none at once', async () => {
		await using home = await boxesHome({ AGENT_RUNTIME: 'krun' });
		await expect(home.boxes.acquire(boxHome(run), never)).rejects.toMatchObject({
			name: 'ProblemError',
			mend: expect.stringMatching(/^Set AGENT_RUNTIME=auto/),
		});
		await expect(home.boxes.acquire({ ...boxHome(run), session: 'local-2' }, never)).rejects.toThrow('is not a run of');
		await expect(home.boxes.remove('../x~1')).rejects.toThrow('is not the id of a run');
	});

	itOnHostKernel('is refused where its HOME is not as it must be', async () => {
		const alterSpec = ({ HostConfig, ...spec }: ContainerSpec): ContainerSpec => {
			const Tmpfs = { ...HostConfig?.Tmpfs, '/home/smith': 'rw,size=16m,mode=755,nosuid,nodev' };
			return { ...spec, HostConfig: { ...HostConfig, Tmpfs } };
		};
		await using home = await podmanHome({ inMemory: { tmp: 16, home: 16 }, seams: { alterSpec } });
		await expect(home.sandboxes.acquire(home.home('s'), never)).rejects.toThrow(
			/mode and owner of HOME is 755 of \d+, asked for 1777 of/,
		);
	});
});

describeWithPodman('What dead processes have left', () => {
	it('is cleared by sandboxes of the kind that it was of, and by no others', async () => {
		const { homeId } = podmanOptions();
		const slotsOf = (id: string) => join(podmanOptions({ homeId: id }).stateDir, 'slots');
		const [sessions, agents] = [slotsOf(homeId), slotsOf(boxesId(homeId))];
		const left = '4194305-1-ab.cd';
		for (const slots of [sessions, agents]) mkdirSync(join(slots, left), { recursive: true });
		{
			await using first = await podmanHome({ homeId });
			await first.sandboxes.prepare(never);
			await waitFor(() => !existsSync(join(sessions, left)), 'the end of what is of sessions');
			expect(readdirSync(agents)).toEqual([left]);
			expect(await hasLeftBoxes({ homeId })).toBe(true);
		}
		mkdirSync(join(sessions, left), { recursive: true });
		await using both = await boxesHome({}, homeId);
		await waitFor(() => !existsSync(join(agents, left)), 'the end of what is of agents, with nobody asking');
		await both.sandboxes.prepare(never);
		expect(await hasLeftBoxes({ homeId })).toBe(false);
	});
});

const noTree = { version: async () => '', async *entries() {} };
const noTrees = { inputs: noTree, tools: noTree, memories: noTree };
