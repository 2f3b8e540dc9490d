import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findCgroupFolders } from '../../../src/sandbox/podman/container/cgroup.ts';
import type { HostContainer } from '../../parts/podman-cli.ts';
import { type Attack, type Family, got, type Need, refused } from '../attack.ts';
import { readTry } from '../range/script.ts';
import { type Shot, shot } from '../shot.ts';

/** Half as much again as a sandbox's memory, which is 1 GiB; a control's is 2 GiB. */
const tooMuch = '1300 << 20';

/** Runs `act` in a child, so that the script outlives it. */
const inChild = (act: string) => `def act():
    ${act}
child = os.fork()
if child == 0:
    try: act()
    except BaseException: os._exit(3)
    os._exit(0)
status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
(got if status == 0 else refused)(f"ended with {status}")`;

const fill = (path: string, mebibytes: number) => `path = ${JSON.stringify(path)}
block, written = b"x" * (1 << 20), 0
try:
    with open(path, "wb", 0) as file:
        for _ in range(${mebibytes}): written += file.write(block)
    got(f"{written >> 20} MiB")
except OSError as error: refused(f"{name(error)} after {written >> 20} MiB")
finally:
    if os.path.exists(path): os.remove(path)`;

/** Of memory and processes in all: where that ends a sandbox as a whole, or is limited by nothing, it is said so. */
const ofAll: readonly Need[] = ['limits', 'survival'];

const bombs: readonly Omit<Shot, 'control' | 'pace'>[] = [
	{
		name: 'memory',
		needs: ofAll,
		tried: '1.3 GiB of memory',
		holds: 'killed at 1 GiB; the sandbox goes on',
		body: inChild(`held = bytearray(${tooMuch}); held[::4096] = b"x" * len(held[::4096])`),
	},
	{
		name: 'memory-file',
		needs: ofAll,
		tried: '1.3 GiB in a memfd, which belongs to no process',
		holds: 'killed at 1 GiB; the sandbox goes on',
		body: inChild(`file = os.memfd_create("hog")
    for _ in range(1300): os.write(file, b"x" * (1 << 20))`),
	},
	{
		name: 'memory-shared',
		needs: ofAll,
		tried: '1.3 GiB of System V shared memory, which outlives whoever made it',
		holds: 'killed at 1 GiB; the sandbox goes on',
		body: inChild(`libc.shmat.restype = ctypes.c_void_p
    segment = libc.shmget(0, ctypes.c_size_t(${tooMuch}), 0o1600)
    address = libc.shmat(segment, None, 0)
    libc.shmctl(segment, 0, None)
    if segment < 0 or address in (None, 2**64 - 1): os._exit(4)
    for page in range(0, ${tooMuch}, 4096): ctypes.memset(address + page, 1, 1)`),
	},
	{
		name: 'fork-bomb',
		needs: ofAll,
		tried: '700 processes',
		holds: 'at most 400 of one user, 512 in all; the next command runs',
		body: `children = []
try:
    while len(children) < 700:
        child = os.fork()
        if child == 0: time.sleep(30); os._exit(0)
        children.append(child)
    last = "none refused"
except OSError as error: last = name(error)
for child in children: os.kill(child, 9)
for child in children: os.waitpid(child, 0)
(got if len(children) == 700 else refused)(f"{last} after {len(children)}")`,
	},
	{
		name: 'thread-bomb',
		needs: ofAll,
		tried: '700 threads',
		holds: 'at most 400 of one user, 512 in all',
		body: `import threading
threading.stack_size(65536)
over = threading.Event()
count = 0
try:
    while count < 700: threading.Thread(target=over.wait, daemon=True).start(); count += 1
    last = "none refused"
except RuntimeError as error: last = str(error)
over.set()
(got if count == 700 else refused)(f"{last} after {count}")`,
	},
	{ name: 'fill-tmp', tried: '300 MiB in /tmp', holds: 'ENOSPC at 256 MiB', body: fill('/tmp/fill', 300) },
	{ name: 'fill-shm', tried: '100 MiB in /dev/shm', holds: 'ENOSPC at 64 MiB', body: fill('/dev/shm/fill', 100) },
	{
		name: 'fill-disk',
		tried: "2.5 GB on the session's disk of 2 GB",
		holds: 'ENOSPC; the host has lost no more',
		body: `folder = "/workspace" if os.path.isdir("/workspace") and os.access("/workspace", os.W_OK) else "/"
path = folder + "/fill"
file = os.open(path, os.O_CREAT | os.O_WRONLY)
attempt(lambda: os.posix_fallocate(file, 0, 2500 << 20))
os.close(file); os.remove(path)`,
	},
	{
		name: 'descriptors',
		tried: '1,500 open files of one process',
		holds: 'EMFILE at 1,024',
		body: `files = []
try:
    while len(files) < 1500: files.append(os.open("/dev/null", os.O_RDONLY))
    last = "none refused"
except OSError as error: last = name(error)
(got if len(files) == 1500 else refused)(f"{last} after {len(files)}")`,
	},
	{
		name: 'core-file',
		tried: 'a core file, which names memory and paths',
		holds: 'none is written',
		body: `import resource
os.chdir("/tmp")
hard = resource.getrlimit(resource.RLIMIT_CORE)[1]
(refused if hard == 0 else got)(f"limit {hard}")`,
	},
	{
		name: 'raise-limits',
		tried: 'raising the limits of its own',
		holds: 'EPERM',
		body: `import resource
attempt(lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (1100, 1100)))`,
	},
];

/** Four processes that compute for a second, so many times; says how many processors they had at most, by their own count. */
const computing = (times: number) => `def share():
    start, before = time.monotonic(), os.times()
    children = []
    for _ in range(4):
        child = os.fork()
        if child == 0:
            while time.monotonic() - start < 1: pass
            os._exit(0)
        children.append(child)
    for child in children: os.waitpid(child, 0)
    after = os.times()
    used = after.children_user + after.children_system - before.children_user - before.children_system
    return used / (time.monotonic() - start)
most = 0
for _ in range(${times}):
    most = max(most, share())
    if most > 1.3: break
(got if most > 1.3 else refused)(f"{most:.2f} processors")`;

/** Counted by the host: a kernel of the sandbox's own counts as it likes. */
const processor: Attack = {
	name: 'processor',
	tried: 'four processes that compute for three seconds',
	holds: 'one processor in all',
	pace: 'slow',
	needs: ['limits'],
	async run(range) {
		const container = await range.container();
		const [before, start] = [await processorSeconds(container), performance.now()];
		await range.inside(computing(3));
		const used = (await processorSeconds(container)) - before;
		const share = used / ((performance.now() - start) / 1000);
		const attack = (share > 1.3 ? got : refused)(`${share.toFixed(2)} processors`);
		return { attack, control: readTry(await range.loose('roomy', computing(10))) };
	},
};

/** What the processes of a container have used of processors, in seconds. */
async function processorSeconds({ id, pid }: HostContainer): Promise<number> {
	const folders = await findCgroupFolders(pid, id);
	const v1 = folders.get('cpuacct');
	if (v1 !== undefined) return Number(await readFile(join(v1, 'cpuacct.usage'), 'utf8')) / 1e9;
	const stat = await readFile(join(folders.get('') ?? '', 'cpu.stat'), 'utf8');
	return Number(/^usage_usec (\d+)$/m.exec(stat)?.[1]) / 1e6;
}

const flood = (bomb: (typeof bombs)[number]): Attack => shot({ ...bomb, pace: 'slow', control: { kind: 'roomy' } });

export const floods: Family = { title: 'Floods and bombs', attacks: [...bombs.map(flood), processor] };
