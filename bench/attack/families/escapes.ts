import type { Attack, Family } from '../attack.ts';
import { alsoAsRoot, shot } from '../shot.ts';

/** Files through which a process could act on the host, opened for writing; nothing is written. */
const hostFiles = [
	'/proc/sysrq-trigger',
	'/proc/sys/kernel/core_pattern',
	'/proc/sys/kernel/modprobe',
	'/proc/sys/vm/overcommit_memory',
	'/proc/sys/net/ipv4/ip_forward',
	'/sys/kernel/uevent_helper',
	'/sys/power/state',
] as const;

/** Files of the host's memory and log, opened for reading. */
const hostMemory = [
	'/proc/kcore',
	'/proc/kmsg',
	'/dev/mem',
	'/dev/kmsg',
	'/dev/kvm',
	'/dev/fuse',
	'/dev/net/tun',
] as const;

/** A path that is covered by /dev/null can be opened, and is nothing. */
const opened = (path: string, mode: string) => `import stat
def act():
    file = os.open(${JSON.stringify(path)}, os.${mode})
    found = os.fstat(file)
    if stat.S_ISCHR(found.st_mode) and found.st_rdev == os.makedev(1, 3): raise OSError(errno.ENXIO, "covered")
    return "opened"
attempt(act)`;

/** In file systems of its own, which are as the kernel makes them; a container's is not to be written to before it is mounted anew (0x20). */
const mounted = (path: string, mode: string) => `number = {"x86_64": 165, "aarch64": 40}[os.uname().machine]
top = f"/tmp/fresh-{time.monotonic_ns()}"
def act():
    for kind, folder in ((b"proc", "/proc"), (b"sysfs", "/sys")):
        os.makedirs(top + folder)
        for flags in (0, 0x20): call(number, b"none", (top + folder).encode(), kind, flags, 0)
    if not os.path.exists(top + "${path}"): return None
    return os.open(top + "${path}", os.${mode})
try: absent("this kernel has none") if act() is None else got("opened")
except OSError as error: refused(name(error))`;

function hostFile(path: string): readonly Attack[] {
	return alsoAsRoot({
		name: `write${path.replaceAll(/[^a-z]+/g, '-')}`,
		tried: `opening ${path} for writing`,
		holds: 'not there, or refused',
		body: opened(path, 'O_WRONLY'),
		control: { kind: 'kernel', body: mounted(path, 'O_WRONLY') },
	});
}

function memoryFile(path: string): readonly Attack[] {
	return alsoAsRoot({
		name: `read${path.replaceAll(/[^a-z]+/g, '-')}`,
		tried: `opening ${path}`,
		holds: 'not there, or refused',
		body: opened(path, 'O_RDONLY | os.O_NONBLOCK'),
		control: { kind: 'kernel', body: controlOf(path) },
		...(ownDevices.has(path) && { hostKernelOnly: 'a device of its own kernel, with nothing of the host behind it' }),
	});
}

/** Devices that a bare container does not have are made first; /proc has its own. */
function controlOf(path: string): string {
	const device = deviceNumbers[path];
	if (device === undefined) return mounted(path, 'O_RDONLY | os.O_NONBLOCK');
	return `attempt(lambda: (os.mknod(f"/tmp/made-{time.monotonic_ns()}", 0o20600, os.makedev(${device})), "the device was made")[1])`;
}

/** https://www.kernel.org/doc/html/latest/admin-guide/devices.html */
const deviceNumbers: Readonly<Record<string, string>> = {
	'/dev/mem': '1, 1',
	'/dev/kmsg': '1, 11',
	'/dev/kvm': '10, 232',
	'/dev/fuse': '10, 229',
	'/dev/net/tun': '10, 200',
};

/** gVisor's own. */
const ownDevices: ReadonlySet<string> = new Set(['/dev/fuse', '/dev/net/tun']);

const ways: readonly (readonly Attack[])[] = [
	alsoAsRoot({
		name: 'make-device',
		tried: "mknod of the host's first disk, and opening that",
		holds: 'EPERM, or nothing is behind it',
		body: `path = f"/tmp/disk-{time.monotonic_ns()}"
attempt(lambda: (os.mknod(path, 0o60600, os.makedev(8, 0)), os.close(os.open(path, os.O_RDONLY)), "opened")[2])`,
		control: {
			kind: 'kernel',
			body: 'attempt(lambda: (os.mknod(f"/tmp/disk-{time.monotonic_ns()}", 0o60600, os.makedev(8, 0)), "made")[1])',
		},
	}),
	alsoAsRoot({
		name: 'write-root',
		tried: 'files in /, /usr, /etc, /opt/threadsmith and beside the guest',
		holds: 'a read-only file system',
		body: `for folder in ("/", "/usr/bin", "/etc", "/opt/threadsmith", "/session", "/run", "/dev"):
    try: open(folder + "/planted", "w"); got(folder); break
    except OSError as error: last = name(error)
else: refused(last)`,
		control: { kind: 'open' },
	}).slice(0, 1),
	alsoAsRoot({
		name: 'overwrite-runtime',
		tried: "writing to the host's runtime through /proc/*/exe (CVE-2019-5736)",
		holds: 'no descriptor for writing',
		body: `last = "nothing to write to"
for pid in [one for one in os.listdir("/proc") if one.isdigit()]:
    try: os.close(os.open(f"/proc/{pid}/exe", os.O_WRONLY)); got(os.readlink(f"/proc/{pid}/exe")); break
    except OSError as error: last = name(error)
else: refused(last)`,
		control: {
			kind: 'open',
			body: `import shutil
shutil.copy("/bin/sleep", "/tmp/sleep")
attempt(lambda: os.close(os.open("/tmp/sleep", os.O_WRONLY)))`,
		},
	}),
	alsoAsRoot({
		name: 'leaked-descriptors',
		tried: 'walking out over the descriptors and folders of every process (CVE-2024-21626)',
		holds: 'all of them lead into the sandbox',
		body: `here = os.stat("/").st_dev, os.stat("/").st_ino
roads = []
for pid in [one for one in os.listdir("/proc") if one.isdigit()]:
    for road in [f"/proc/{pid}/cwd", f"/proc/{pid}/root"] + [f"/proc/{pid}/fd/{fd}" for fd in range(64)]:
        try:
            if os.path.isdir(road) and os.path.exists(road + "/../../../../../../var/lib/containers/storage"): roads.append(road)
        except OSError: pass
(got if roads else refused)(roads or "none leads out")`,
		control: {
			kind: 'kernel',
			body: `os.makedirs("/tmp/outer/var/lib/containers/storage", exist_ok=True); os.makedirs("/tmp/outer/jail", exist_ok=True)
held = os.open("/tmp/outer/jail", os.O_RDONLY)
os.chroot("/tmp/outer/jail")
(got if os.path.exists(f"../tmp/outer/var/lib/containers/storage") or os.stat(f"..", dir_fd=held) else refused)("a held folder leads out of a root")`,
		},
	}),
	alsoAsRoot({
		name: 'release-agent',
		tried: 'a control group with a release agent (CVE-2022-0492)',
		holds: 'none can be mounted or found',
		body: `found = [path for path in ("/sys/fs/cgroup/release_agent", "/sys/fs/cgroup/memory/release_agent", "/sys/fs/cgroup/cgroup.procs") if os.path.exists(path)]
if found: attempt(lambda: os.close(os.open(found[0], os.O_WRONLY)))
else: refused("no control groups are seen")`,
		control: {
			kind: 'kernel',
			body: `import ctypes
folder = f"/tmp/groups-{time.monotonic_ns()}"; os.makedirs(folder)
attempt(lambda: call({"x86_64": 165, "aarch64": 40}[os.uname().machine], b"cgroup", folder.encode(), b"cgroup2", 0, 0))`,
		},
	}),
	alsoAsRoot({
		name: 'masked-path-swap',
		tried:
			'putting something else over /dev/null, by which paths are masked (CVE-2025-31133), and over /dev/console (CVE-2025-52565)',
		holds: '/dev is not writable',
		hostKernelOnly: 'no path is covered from /dev, which is of its own kernel',
		body: `for path in ("/dev/null", "/dev/console", "/dev/pts"):
    try: os.rename(path, "/dev/moved"); os.rename("/dev/moved", path); got(path); break
    except OSError as error: last = name(error)
else: refused(last)`,
		control: {
			kind: 'kernel',
			body: 'attempt(lambda: (os.rename("/dev/null", "/dev/moved"), os.rename("/dev/moved", "/dev/null")))',
		},
	}),
	[
		shot({
			name: 'setuid-copy',
			tried: "a setuid copy of id, made by the guest's root on the session's disk, run by a command",
			holds: 'uid 1000 still',
			body: `import shutil
shutil.copy("/usr/bin/id", "/workspace/id-copy"); os.chmod("/workspace/id-copy", 0o4755)
uid = subprocess.run(["/workspace/id-copy", "-u"], capture_output=True, text=True).stdout.strip()
os.remove("/workspace/id-copy")
(refused if uid == str(os.getuid()) else got)("uid " + uid)`,
			control: {
				kind: 'open',
				body: `import shutil
shutil.copy("/usr/bin/id", "/tmp/id-copy"); os.chmod("/tmp/id-copy", 0o4755)
uid = subprocess.run(["/tmp/id-copy", "-u"], capture_output=True, text=True, user=1000).stdout.strip()
(got if uid == "0" else refused)("uid " + uid)`,
			},
		}),
		shot({
			name: 'calls-blocked',
			pace: 'slow',
			tried: 'every system call there is, with arguments that are none, each in a process of its own',
			holds: 'at least 64 are refused before anything is looked at',
			body: `skipped = {15, 22, 23, 34, 57, 58, 60, 61, 62, 162, 219, 231, 247, 306}
blocked = 0
if os.uname().machine == "x86_64":
    for number in range(0, 462):
        if number in skipped: continue
        child = os.fork()
        if child == 0:
            signal.alarm(1)
            libc.syscall(ctypes.c_long(number), *[ctypes.c_long(-1)] * 6)
            os._exit(1 if ctypes.get_errno() == errno.EPERM else 0)
        blocked += os.waitpid(child, 0)[1] == 256
    (refused if blocked >= 64 else got)(f"{blocked} are blocked")
else: refused("numbers of another machine")`,
			control: { kind: 'open' },
		}),
		shot({
			name: 'file-capabilities',
			tried: 'a program with a capability of its own',
			holds: 'EPERM',
			body: `import shutil
shutil.copy("/bin/true", "/tmp/capable")
attempt(lambda: os.setxattr("/tmp/capable", "security.capability", struct.pack("<IIIII", 0x02000001, 0xffffffff, 0, 0, 0)))`,
			control: { kind: 'open' },
		}),
		shot({
			name: 'become-root',
			tried: 'setuid(0), setresuid, setgroups, su and sudo',
			holds: 'EPERM, and no such program gains anything',
			body: `for act in (lambda: os.setuid(0), lambda: os.setresuid(0, 0, 0), lambda: os.setgid(0), lambda: os.setgroups([0])):
    try: act(); got("ids were changed"); break
    except OSError as error: last = name(error)
else:
    said = subprocess.run("su -c 'id -u' 2>&1; sudo -n id -u 2>&1", shell=True, capture_output=True, text=True).stdout
    (got if re.search("^0$", said, re.M) else refused)(last)`,
			control: { kind: 'open' },
		}),
		shot({
			name: 'capabilities-of-guest',
			tried:
				"as the guest's root: leave the folder of a user's own, read past modes, raise limits, take on groups of the host",
			holds: 'only CHOWN, SETUID, SETGID and KILL',
			who: 'root',
			body: `effective = int(re.search(r"CapEff:\\s*([0-9a-f]+)", open("/proc/self/status").read())[1], 16)
allowed = 1 << 0 | 1 << 5 | 1 << 6 | 1 << 7
(got if effective & ~allowed else refused)(hex(effective))`,
			control: { kind: 'open' },
		}),
	],
];

export const escapes: Family = {
	title: 'Ways out of the container',
	attacks: [...hostFiles.flatMap(hostFile), ...hostMemory.flatMap(memoryFile), ...ways.flat()],
};
