import { z } from 'zod';

const rule = z.looseObject({
	names: z.array(z.string()),
	action: z.string(),
	args: z.array(z.unknown()).nullish(),
	includes: z.looseObject({ caps: z.array(z.string()).nullish() }).nullish(),
	errnoRet: z.number().nullish(),
});

const profile = z.looseObject({
	defaultAction: z.string(),
	archMap: z.array(z.looseObject({ architecture: z.string(), subArchitectures: z.array(z.string()).nullish() })),
	syscalls: z.array(rule).min(1),
});

/** A seccomp profile in the form that containers-common installs and Podman reads. */
export type SeccompProfile = z.infer<typeof profile>;
type Rule = z.infer<typeof rule>;

// Calls that open kernel surface or reach other processes, and that no tool needs. The names may not all exist on a host: unknown ones are skipped.
const denied = `
	unshare setns mount umount umount2 mount_setattr move_mount open_tree fsopen fsconfig fsmount fspick pivot_root
	chroot keyctl add_key request_key ptrace process_vm_readv process_vm_writev kcmp pidfd_getfd process_madvise bpf
	perf_event_open io_uring_setup io_uring_enter io_uring_register userfaultfd open_by_handle_at name_to_handle_at
	quotactl quotactl_fd swapon swapoff reboot kexec_load kexec_file_load init_module finit_module delete_module
	create_module query_module acct settimeofday clock_settime clock_settime64 clock_adjtime clock_adjtime64
	adjtimex stime sethostname setdomainname syslog vhangup iopl ioperm lookup_dcookie fanotify_init fanotify_mark
	nfsservctl vm86 vm86old modify_ldt move_pages migrate_pages remap_file_pages socketcall
`
	.trim()
	.split(/\s+/);

const errnoEperm = 1;
const errnoEnosys = 38;
/** Every CLONE_NEW… flag of clone(2). */
const namespaceFlags = 0x7e020000;
const families = { unix: 1, inet: 2, inet6: 10, netlink: 16 } as const;

/** Reads a profile's text. Throws when it is not a profile. */
export function parseSeccompProfile(text: string): SeccompProfile {
	return profile.parse(JSON.parse(text));
}

/**
 * Our profile, derived from the host's own so that it keeps up with it: no rule that a capability would open, no new namespaces,
 * no ptrace, keys, bpf, io_uring and the like, no sockets but local and internet ones, and only the machine's native system calls
 * (the 32-bit doors lead around rules that look at arguments).
 */
export function hardenSeccompProfile(host: SeccompProfile): SeccompProfile {
	const replaced = new Set([...denied, 'clone', 'clone3', 'socket']);
	const kept = host.syscalls
		.filter((rule) => (rule.includes?.caps ?? []).length === 0)
		.map((rule) => ({ ...rule, names: rule.names.filter((name) => !replaced.has(name)) }))
		.filter((rule) => rule.names.length > 0);
	return {
		...host,
		archMap: host.archMap.map((entry) => ({ ...entry, subArchitectures: [] })),
		syscalls: [...kept, ...ownRules()],
	};
}

/**
 * A hardened profile as gVisor takes it: it answers EPERM to whatever is refused, whichever error a rule names, and programs go another way
 * only after ENOSYS. That is what comes of a call that is to be traced when nobody traces it, and here nobody may (seccomp(2)). It has no
 * `/proc/sysvipc`, so that nobody could find what a run leaves of shared memory, queues and semaphores: none can be made.
 */
export function forOwnKernel(hardened: SeccompProfile): SeccompProfile {
	const traced = hardened.syscalls
		.map((rule) => ({ ...rule, names: rule.names.filter((name) => !unlisted.includes(name)) }))
		.filter(({ names }) => names.length > 0)
		.map((rule) => (rule.errnoRet === errnoEnosys ? { ...rule, action: notThere, errnoRet: null } : rule));
	traced.push({ names: unlisted, action: 'SCMP_ACT_ERRNO', errnoRet: errnoEperm });
	const isEnosys = hardened['defaultErrnoRet'] === errnoEnosys;
	return { ...hardened, syscalls: traced, ...(isEnosys && { defaultAction: notThere, defaultErrnoRet: null }) };
}

const unlisted = ['shmget', 'msgget', 'semget'];

const notThere = 'SCMP_ACT_TRACE';

function ownRules(): Rule[] {
	return [
		{ names: denied, action: 'SCMP_ACT_ERRNO', errnoRet: errnoEperm },
		{ names: ['clone'], action: 'SCMP_ACT_ALLOW', args: [argument(0, 'SCMP_CMP_MASKED_EQ', namespaceFlags, 0)] },
		// Its flags are behind a pointer that a filter cannot follow; every libc falls back to clone
		{ names: ['clone3'], action: 'SCMP_ACT_ERRNO', errnoRet: errnoEnosys },
		...[families.unix, families.inet, families.inet6].map((family) => allowSocket(argument(0, 'SCMP_CMP_EQ', family))),
		allowSocket(argument(0, 'SCMP_CMP_EQ', families.netlink), argument(2, 'SCMP_CMP_EQ', 0)),
	];
}

function allowSocket(...args: unknown[]): Rule {
	return { names: ['socket'], action: 'SCMP_ACT_ALLOW', args };
}

function argument(index: number, op: string, value: number, valueTwo = 0): unknown {
	return { index, value, valueTwo, op };
}
