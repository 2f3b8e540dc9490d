import type { Attack, Family } from '../attack.ts';
import { shot } from '../shot.ts';

/** By number: on x86-64 and on arm64 (asm/unistd_64.h, asm-generic/unistd.h). From 424 on they are the same. */
type Numbers = readonly [number, number];
/**
 * `arguments_`: Python, after the number; such as do no harm where the call is let through. `lacked`: some kernels do not have it, and say so with
 * another error than the filter.
 */
type Call = readonly [name: string, numbers: Numbers, arguments_: string, control?: 'kernel' | 'lacked'];

const at = process.arch === 'arm64' ? 1 : 0;
const both = (number: number): Numbers => [number, number];

/** The calls that the profile denies, each with what it opens in the kernel. */
const calls: readonly Call[] = [
	['unshare-user', [272, 97], '0x10000000'],
	['unshare-mounts', [272, 97], '0x00020000'],
	['unshare-network', [272, 97], '0x40000000'],
	['clone3', both(435), '0, 0'],
	['setns', [308, 268], '-1, 0'],
	['mount', [165, 40], 'b"none", b"/tmp", b"tmpfs", 0, 0'],
	['umount', [166, 39], 'b"/nowhere", 0'],
	['mount-setattr', both(442), '-1, b"", 0x1000, 0, 0'],
	['move-mount', both(429), '-1, b"", -1, b"", 0'],
	['open-tree', both(428), '-1, b"/tmp", 0'],
	['fsopen', both(430), 'b"tmpfs", 0'],
	['fsconfig', both(431), '-1, 0, 0, 0, 0'],
	['fsmount', both(432), '-1, 0, 0'],
	['fspick', both(433), '-100, b"/", 0'],
	['pivot-root', [155, 41], 'b"/nowhere", b"/nowhere"'],
	['chroot', [161, 51], 'b"/tmp"'],
	['keyctl', [250, 219], '0, -3, 0'],
	['add-key', [248, 217], 'b"user", b"x", b"x", 1, -3'],
	['request-key', [249, 218], 'b"user", b"x", 0, -3'],
	['ptrace', [101, 117], '0, 0, 0, 0'],
	['process-vm-readv', [310, 270], 'os.getpid(), 0, 0, 0, 0, 0'],
	['process-vm-writev', [311, 271], 'os.getpid(), 0, 0, 0, 0, 0'],
	['process-madvise', both(440), '-1, 0, 0, 0, 0'],
	['kcmp', [312, 272], 'os.getpid(), os.getpid(), 0, 0, 0'],
	['pidfd-getfd', both(438), '-1, 0, 0'],
	['bpf', [321, 280], '0, 0, 0'],
	['perf-event-open', [298, 241], '0, 0, 0, 0, 0'],
	['io-uring-setup', both(425), '1, 0'],
	['io-uring-enter', both(426), '-1, 0, 0, 0, 0, 0'],
	['io-uring-register', both(427), '-1, 0, 0, 0'],
	['userfaultfd', [323, 282], '1'],
	['open-by-handle-at', [304, 265], '-100, 0, 0'],
	['name-to-handle-at', [303, 264], '-100, 0, 0, 0, 0'],
	['quotactl', [179, 60], '0, 0, 0, 0'],
	['swapon', [167, 224], 'b"/nowhere", 0', 'kernel'],
	['reboot', [169, 142], '0, 0, 0, 0', 'kernel'],
	['kexec-load', [246, 104], '0, 0, 0, 0xffff', 'lacked'],
	['kexec-file-load', [320, 294], '-1, -1, 0, 0, 0xffff', 'lacked'],
	['init-module', [175, 105], '0, 0, 0', 'lacked'],
	['finit-module', [313, 273], '-1, 0, 0', 'lacked'],
	['delete-module', [176, 106], '0, 0', 'lacked'],
	['acct', [163, 89], 'b"/nowhere"', 'kernel'],
	['settimeofday', [164, 170], 'struct.pack("qq", 0, 2000000), 0'],
	['clock-settime', [227, 112], '0, 0'],
	['clock-adjtime', [305, 266], '0, 0'],
	['adjtimex', [159, 171], '0'],
	['sethostname', [170, 161], 'b"taken", 5'],
	['setdomainname', [171, 162], 'b"taken", 5'],
	['syslog', [103, 116], '10, 0, 0', 'kernel'],
	['vhangup', [153, 58], '', 'kernel'],
	['fanotify-init', [300, 262], '0xffff, 0', 'kernel'],
	['fanotify-mark', [301, 263], '-1, 0, 0, 0, 0'],
	['move-pages', [279, 239], '0, 0, 0, 0, 0, 0'],
	['migrate-pages', [256, 238], '0, 0, 0, 0'],
	['remap-file-pages', [216, 234], '0, 4096, 0, 0, 0'],
	['statmount', both(457), '0, 0, 0, 0'],
	['listmount', both(458), '0, 0, 0, 0'],
];

/** Families that could speak to hypervisor, driver or netfilter. https://man7.org/linux/man-pages/man2/socket.2.html */
const sockets: readonly (readonly [name: string, arguments_: string])[] = [
	['socket-of-hypervisor', '40, socket.SOCK_STREAM'],
	['socket-packet', 'socket.AF_PACKET, socket.SOCK_RAW'],
	['socket-raw', 'socket.AF_INET, socket.SOCK_RAW, 1'],
	['socket-crypto', '38, socket.SOCK_SEQPACKET'],
	['socket-netfilter', 'socket.AF_NETLINK, socket.SOCK_RAW, 12'],
	['socket-kernel-events', 'socket.AF_NETLINK, socket.SOCK_DGRAM, 15'],
	['socket-xdp', '44, socket.SOCK_RAW'],
	['socket-key', '15, socket.SOCK_RAW, 2'],
];

/** Ways around a filter that looks at numbers. */
const doors: readonly Attack[] = [
	shot({
		name: 'clone-with-new-user',
		tried: 'clone(2) with CLONE_NEWUSER',
		holds: 'no user namespace of its own',
		body: `number = {"x86_64": 56, "aarch64": 220}[os.uname().machine]
def act():
    child = call(number, 0x10000000 | 17, 0, 0, 0, 0)
    if child == 0: os._exit(0)
    os.waitpid(child, 0)
reach(act)`,
		control: { kind: 'open', uid: 1000 },
	}),
	shot({
		name: 'calls-of-32-bit',
		tried: 'system calls through int 0x80, where other numbers and other rules hold',
		holds: 'killed or ENOSYS',
		body: `import mmap
if os.uname().machine != "x86_64": refused("no such door on this machine"); sys.exit()
child = os.fork()
if child == 0:
    page = mmap.mmap(-1, 4096, prot=7)
    page.write(bytes([0xb8, 20, 0, 0, 0, 0xcd, 0x80, 0xc3]))
    pid = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(page)))()
    os._exit(0 if pid == os.getpid() else 1)
(got if os.waitpid(child, 0)[1] == 0 else refused)("getpid by int 0x80")`,
		control: { kind: 'open' },
	}),
	shot({
		name: 'calls-of-x32',
		// It ends the whole script
		pace: 'slow',
		tried: 'system calls with the x32 bit, which some filters forget',
		holds: 'killed',
		hostKernelOnly: 'it has no such calls',
		body: `if os.uname().machine != "x86_64": absent("no such door on this machine")
else: filtered(lambda: call(0x40000000 | 39))`,
		control: { kind: 'open' },
	}),
];

function callAttack([name, numbers, arguments_, needed]: Call): Attack {
	const [, part] = /^unshare-(.*)$/.exec(name) ?? [];
	const tried = part === undefined ? `the system call ${name.replaceAll('-', '_')}` : `unshare(2): ${part} of its own`;
	const act = `lambda: call(${[numbers[at], arguments_].filter((one) => one !== '').join(', ')})`;
	return shot({
		name: `call-${name}`,
		tried,
		holds: 'refused before the kernel looks at it',
		body: needed === 'lacked' ? `filtered(${act}, "EPERM")` : `reach(${act})`,
		control: { kind: needed === undefined ? 'open' : 'kernel' },
	});
}

function socketAttack([name, arguments_]: (typeof sockets)[number]): Attack {
	// A kernel without the family says EAFNOSUPPORT, the filter does not
	const body = `filtered(lambda: socket.socket(${arguments_}), "EPERM", "EACCES", "ENOSYS")`;
	return shot({ name, tried: `socket(${arguments_})`, holds: 'no such socket', body, control: { kind: 'kernel' } });
}

export const systemCalls: Family = {
	title: 'System calls',
	attacks: [...calls.map(callAttack), ...sockets.map(socketAttack), ...doors],
};
