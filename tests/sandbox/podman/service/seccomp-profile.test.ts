import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import {
	forOwnKernel,
	hardenSeccompProfile,
	parseSeccompProfile,
} from '../../../../src/sandbox/podman/service/seccomp-profile.ts';

const host = parseSeccompProfile(
	JSON.stringify({
		defaultAction: 'SCMP_ACT_ERRNO',
		defaultErrnoRet: 38,
		archMap: [{ architecture: 'SCMP_ARCH_X86_64', subArchitectures: ['SCMP_ARCH_X86', 'SCMP_ARCH_X32'] }],
		syscalls: [
			{ names: ['read', 'unshare', 'clone', 'clone3', 'socketcall'], action: 'SCMP_ACT_ALLOW', args: [] },
			{ names: ['ptrace'], action: 'SCMP_ACT_ALLOW' },
			{ names: ['socket'], action: 'SCMP_ACT_ALLOW', excludes: { caps: ['CAP_AUDIT_WRITE'] } },
			{ names: ['bpf', 'something'], action: 'SCMP_ACT_ALLOW', includes: { caps: ['CAP_SYS_ADMIN'] } },
			{ names: ['arch_prctl'], action: 'SCMP_ACT_ALLOW', includes: { arches: ['amd64'] } },
			{ names: ['shmget'], action: 'SCMP_ACT_ALLOW', args: [] },
		],
	}),
);

it('keeps what the host allows to everyone', () => {
	const { syscalls, defaultAction, defaultErrnoRet } = hardenSeccompProfile(host);
	expect(syscalls.slice(0, 2)).toEqual([
		{ names: ['read'], action: 'SCMP_ACT_ALLOW', args: [] },
		{ names: ['arch_prctl'], action: 'SCMP_ACT_ALLOW', includes: { arches: ['amd64'] } },
	]);
	expect({ defaultAction, defaultErrnoRet }).toEqual({ defaultAction: 'SCMP_ACT_ERRNO', defaultErrnoRet: 38 });
});

it('names each system call that it rules on in one kind of rule only', () => {
	for (const profile of [host, ...hostProfile()]) {
		const { syscalls } = hardenSeccompProfile(profile);
		const allowed = new Set(syscalls.filter(({ action }) => action === 'SCMP_ACT_ALLOW').flatMap(({ names }) => names));
		const refused = syscalls.filter(({ action }) => action !== 'SCMP_ACT_ALLOW').flatMap(({ names }) => names);
		expect(refused.filter((name) => allowed.has(name))).toEqual([]);
		expect(refused).toEqual(expect.arrayContaining(['unshare', 'ptrace', 'keyctl', 'bpf', 'io_uring_setup', 'clone3']));
	}
});

it('leaves no rule that a capability would open, and no second architecture', () => {
	const { syscalls, archMap } = hardenSeccompProfile(host);
	expect(syscalls.flatMap(({ includes }) => includes?.caps ?? [])).toEqual([]);
	expect(archMap).toEqual([{ architecture: 'SCMP_ARCH_X86_64', subArchitectures: [] }]);
});

it('allows clone without new namespaces, and local and internet sockets', () => {
	const { syscalls } = hardenSeccompProfile(host);
	const argsOf = (name: string) => syscalls.filter(({ names }) => names.includes(name)).map(({ args }) => args);
	expect(argsOf('clone')).toEqual([[{ index: 0, op: 'SCMP_CMP_MASKED_EQ', value: 0x7e020000, valueTwo: 0 }]]);
	const equals = (index: number, value: number) => ({ index, op: 'SCMP_CMP_EQ', value, valueTwo: 0 });
	expect(argsOf('socket')).toEqual([[equals(0, 1)], [equals(0, 2)], [equals(0, 10)], [equals(0, 16), equals(2, 0)]]);
});

it('has gVisor answer that a call is not there as it can, and refuses no less', () => {
	const hardened = hardenSeccompProfile(host);
	const own = forOwnKernel(hardened);
	expect(own).toMatchObject({ defaultAction: 'SCMP_ACT_TRACE', defaultErrnoRet: null, archMap: hardened.archMap });
	expect(own.syscalls.find(({ names }) => names.includes('clone3'))).toMatchObject({ action: 'SCMP_ACT_TRACE' });
	const allowed = ({ syscalls }: typeof own) =>
		syscalls.filter(({ action }) => action === 'SCMP_ACT_ALLOW').flatMap(({ names }) => names);
	const listed = allowed(hardened).filter((name) => !['shmget', 'msgget', 'semget'].includes(name));
	expect(allowed(own)).toEqual(listed);
	expect(listed.length).toBeLessThan(allowed(hardened).length);
	expect(own.syscalls.filter(({ names }) => names.includes('unshare'))).toMatchObject([{ action: 'SCMP_ACT_ERRNO' }]);
});

it.each(['', '[]', '{"defaultAction":"SCMP_ACT_ALLOW"}'])('refuses %j, which is no profile', (text) => {
	expect(() => parseSeccompProfile(text)).toThrow();
});

function hostProfile() {
	const file = '/usr/share/containers/seccomp.json';
	return existsSync(file) ? [parseSeccompProfile(readFileSync(file, 'utf8'))] : [];
}
