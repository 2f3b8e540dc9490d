import { expect, it } from 'vitest';
import { type Found, rowsOf, selfCheck } from '../../../../src/sandbox/podman/image/self-check.ts';
import { describeWithPodman, podmanHome } from '../podman-home.ts';
import { never } from '../run-in.ts';

const right: Found = {
	capabilities: [],
	seccomp: '2',
	idMap: ['0', '1000000000', '4096'],
	foreign: [],
	setuid: [],
	python: '3.13',
	missing: [],
	blocked: 64,
};

const missed = (found: Partial<Found>, runtime = 'runc') =>
	rowsOf({ ...right, ...found }, runtime).flatMap(({ name, value, met }) => (met ? [] : [`${name}: ${value}`]));

it.each([
	[{}, []],
	[{ capabilities: ['CapEff'] }, ['capabilities: CapEff']],
	[{ blocked: 63 }, ['system calls: 63 blocked; at least 64 have to be']],
	[{ seccomp: '0' }, ['seccomp: mode "0"']],
	[{ idMap: ['0', '0', '4294967295'] }, ['user namespace: 0 0 4294967295']],
	[{ idMap: [] }, ['user namespace: none']],
	[{ foreign: ['/proc/x'] }, ["the host's names: /proc/x"]],
	[{ setuid: ['/bin/su', '/bin/mount'] }, ['setuid programs: /bin/su /bin/mount']],
	[{ python: '3.11' }, ['Python: 3.11; it has to be 3.13']],
	[{ missing: ['numpy'] }, ['packages that are missing: numpy']],
])('%j does not pass with: %j', (found, expected) => {
	expect(missed(found)).toEqual(expected);
});

it('takes the ids of a kernel of its own as they were read back from the host', () => {
	expect(missed({ idMap: ['0', '0', '4294967295'] }, 'runsc')).toEqual([]);
});

describeWithPodman('The image that sandboxes are made of', () => {
	it('passes the check from inside, and a name that is there is found', async () => {
		await using home = await podmanHome();
		const sandbox = await home.sandboxes.acquire(home.home('s'), never);
		const [{ runtime } = { runtime: '' }] = home.sandboxes.status();
		const rows = await selfCheck(sandbox, { runtime, names: [home.options.homeId, 'smith:x:'], signal: never });
		expect(rows.filter(({ met }) => !met)).toEqual([
			{ name: "the host's names", value: '/etc/group /etc/passwd', met: false },
		]);
	}, 60_000);

	it('is not checked where nothing can be seen', async () => {
		const answer = { ok: false, text: 'bash: python3: command not found' };
		const sandbox = { call: async () => answer } as never;
		await expect(selfCheck(sandbox, { runtime: 'runc', names: [], signal: never })).rejects.toThrow(
			'Cannot check the sandbox from inside: bash: python3: command not found',
		);
	});
});
