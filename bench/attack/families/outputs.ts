import { readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf } from '../../../src/base/errors.ts';
import { type Family, got, refused } from '../attack.ts';
import {
	hangs,
	hasSecret,
	naiveNames,
	naiveSize,
	nothingOf,
	type OutputRow,
	outputAttack,
	readsSecret,
	takenBytes,
	unsafeNames,
} from '../output-attack.ts';

const links: readonly OutputRow[] = (
	[
		['link-absolute', 'a link to a file of the host', 'os.symlink("SECRET", "file.txt")'],
		['link-relative', 'a link that climbs out', 'os.symlink("../" * 30 + "SECRET".lstrip("/"), "file.txt")'],
		['link-folder', 'a link to a folder of the host', 'os.symlink(os.path.dirname("SECRET"), "folder")'],
		['link-of-link', 'a link to a link', 'os.symlink("SECRET", "first"); os.symlink("first", "file.txt")'],
		['link-in-folder', 'a link deep in folders', 'os.makedirs("a/b/c"); os.symlink("SECRET", "a/b/c/file.txt")'],
		['link-by-proc', "a link through the reader's own root", 'os.symlink("/proc/self/root/SECRET", "file.txt")'],
		[
			'link-by-cwd',
			"a link through the reader's own folder",
			'os.symlink("/proc/self/cwd/../../../../../../../../SECRET", "file.txt")',
		],
	] as const
).map(([name, tried, make]) => ({
	name: `output-${name}`,
	tried: `in /outputs ${tried}`,
	holds: 'refused, and named',
	make,
	worked: hasSecret,
	naive: readsSecret,
}));

const things: readonly OutputRow[] = [
	{
		name: 'output-pipe',
		tried: 'in /outputs a named pipe, at which a reader waits for ever',
		holds: 'refused, and named',
		make: 'os.mkfifo("pipe")',
		worked: nothingOf,
		naive: (outputs) => hangs(outputs, 'pipe'),
	},
	{
		name: 'output-socket',
		tried: 'in /outputs a socket',
		holds: 'refused, and named',
		make: 'socket.socket(socket.AF_UNIX).bind("socket")',
		worked: nothingOf,
		naive: (outputs) => hangs(outputs, 'socket'),
	},
	{
		name: 'output-leased',
		tried: 'in /outputs a file whose holder is asked first (a lease), and lets the reader wait',
		holds: 'taken or refused at once',
		hostKernelOnly: 'it leases nothing on the disk of a session',
		make: `import fcntl
open("leased", "w").write("x")
if os.fork() == 0:
    os.setsid(); signal.signal(signal.SIGIO, signal.SIG_IGN); signal.signal(signal.SIGHUP, signal.SIG_IGN)
    file = os.open("leased", os.O_RDWR); fcntl.fcntl(file, 1024, fcntl.F_WRLCK)
    for one in (0, 1, 2): os.close(one)
    time.sleep(5); os._exit(0)
time.sleep(0.2)`,
		worked: async (_, { artifacts, refused: kept }) =>
			refused(artifacts.length > 0 ? 'taken' : (kept.at(0)?.reason ?? 'not seen')),
		naive: (outputs) => hangs(outputs, 'leased'),
	},
	{
		name: 'output-sparse',
		tried: 'in /outputs a sparse file of 8 TiB',
		holds: 'refused by its size',
		make: 'os.truncate(os.open("huge", os.O_CREAT | os.O_RDWR), 8 << 40)',
		worked: takenBytes,
		naive: naiveSize,
	},
	{
		name: 'output-sparse-many',
		tried: 'in /outputs thirty sparse files of 49 MB, each small enough',
		holds: "no more than a turn's bytes on the host",
		make: 'for one in range(30): os.truncate(os.open(f"file-{one}", os.O_CREAT | os.O_RDWR), 49_000_000)',
		worked: takenBytes,
		naive: naiveSize,
		pace: 'slow',
	},
	{
		name: 'output-names',
		tried: 'in /outputs names with a newline, escape, right-to-left, a dash first, and no UTF-8',
		holds: 'safe names, one a file',
		make: `for one in (b"a\\nb", b"\\x1b[2Jc", "\\u202etxt.exe".encode(), b"-rf", b"bad\\xff\\xfe", b" ", "\\u2066x".encode()): open(one, "w").write("x")`,
		worked: unsafeNames,
		naive: naiveNames,
	},
	{
		name: 'output-same-names',
		tried: 'in /outputs names that are one and the same once made safe',
		holds: 'each is kept',
		make: `for one in (b"a\\nb", b"a\\rb", b"a\\x01b", b"a\\x02b"): open(one, "w").write(repr(one))`,
		worked: async (_, { artifacts }) => {
			const distinct = new Set(artifacts.map(({ name }) => name.toLowerCase())).size;
			return distinct === 4 ? refused('4 names') : got(`${distinct} names for 4 files`);
		},
		naive: async (outputs) => {
			const safe = (await readdir(outputs)).map((name) => name.replaceAll(/\p{Cc}/gu, '_'));
			return new Set(safe).size < 4 ? got(`${new Set(safe).size} names for 4 files`) : refused('4 names');
		},
	},
	{
		name: 'output-deep',
		tried: 'in /outputs 100 folders in one another, and a file in the last',
		holds: 'not walked beyond 20',
		make: `for _ in range(100): os.mkdir("d"); os.chdir("d")
open("deep.txt", "w").write("x")`,
		worked: async (_, { artifacts }) => (artifacts.length > 0 ? got('it was taken') : refused('too deep')),
		naive: async (outputs) => {
			const names = await readdir(outputs, { recursive: true }).catch(() => []);
			return names.length >= 100 ? got(`${names.length} entries were walked`) : refused('not walked');
		},
	},
	{
		name: 'output-many',
		tried: 'in /outputs 20,000 files',
		holds: 'at most 5,000 are looked at',
		make: 'for one in range(20000): os.close(os.open(f"f{one}", os.O_CREAT | os.O_WRONLY))',
		worked: async (_, { artifacts, refused: kept }) =>
			artifacts.length + kept.length > 5_100
				? got(`${artifacts.length} files`)
				: refused(`${artifacts.length} files, ${kept.length} refusals`),
		naive: async (outputs) => {
			const { length } = await readdir(outputs);
			return length > 5_000 ? got(`${length} names are read`) : refused(`${length} names`);
		},
		pace: 'slow',
	},
	{
		name: 'output-hard-link',
		tried: 'in /outputs a second name for an upload and for a file of the image',
		holds: 'EXDEV: no file of another disk',
		make: `for one in ("/etc/passwd", "/session/inputs/upload.txt", "/inputs/upload.txt", "/opt/threadsmith/guest.mjs"):
    try: os.link(one, os.path.basename(one))
    except OSError: pass`,
		worked: nothingOf,
		naive: async (outputs) => {
			const beside = join(outputs, 'beside');
			await writeFile(join(outputs, 'own'), 'x');
			return import('node:fs/promises')
				.then(({ link }) => link(join(outputs, 'own'), beside))
				.then(
					() => got('on one disk it can be made'),
					(error: unknown) => refused(messageOf(error)),
				);
		},
	},
	{
		name: 'output-growing',
		tried: 'in /outputs a file that grows while it is read',
		holds: 'read no further than its limit',
		make: `if os.fork() == 0:
    os.setsid(); signal.signal(signal.SIGHUP, signal.SIG_IGN)
    for one in (0, 1, 2): os.close(one)
    file = os.open("growing", os.O_CREAT | os.O_WRONLY); end = time.monotonic() + 4
    while time.monotonic() < end:
        try: os.write(file, b"x" * (1 << 20))
        except OSError: break
        if os.fstat(file).st_size > 400 << 20: os.truncate("growing", 0); os.lseek(file, 0, 0)
    os._exit(0)
time.sleep(0.3)`,
		worked: takenBytes,
		naive: async (outputs) => {
			const before = (await stat(join(outputs, 'growing'))).size;
			await new Promise((resolve) => setTimeout(resolve, 200));
			const after = (await stat(join(outputs, 'growing'))).size;
			return before === after ? refused('it did not grow') : got(`from ${before} to ${after} bytes meanwhile`);
		},
		pace: 'slow',
	},
];

/** Readers that trust what they find, by row. */
export const naiveReaders: ReadonlyMap<string, OutputRow['naive']> = new Map(
	[...links, ...things].map(({ name, naive }) => [name, naive]),
);

export const outputs: Family = { title: 'Files on their way out', attacks: [...links, ...things].map(outputAttack) };
