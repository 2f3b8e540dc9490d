import { lstatSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Attack, type Family, got, refused, type Try } from '../attack.ts';
import { type Border, openBorder, secret, trusting, whereMounted } from '../range/border.ts';
import type { Range } from '../range/range.ts';
import { scriptOf } from '../range/script.ts';

/** How often what is in `/outputs` must have been exchanged while it was collected. */
const exchanges = 1_000_000;
const mostSeconds = 60;

/** Exchanges names as fast as the kernel does (renameat2 with RENAME_EXCHANGE, or three renames where it lacks that), and counts in `/workspace/count`. */
const swapping = (one: string, other: string) => `
for one in (0, 1, 2): os.close(one)
signal.signal(signal.SIGHUP, signal.SIG_IGN)
count, number = 0, {"x86_64": 316, "aarch64": 276}[os.uname().machine]
one, other, third = b"${one}", b"${other}", b"/workspace/.third"
def exchange():
    if libc.syscall(number, -100, one, -100, other, 2) == 0: return
    os.rename(one, third); os.rename(other, one); os.rename(third, other)
told = 0
while True:
    exchange()
    count += 1
    if count % 50 or time.monotonic() - told < 0.2: continue
    told = time.monotonic()
    with open("/workspace/count.new", "w") as file: file.write(str(count))
    os.rename("/workspace/count.new", "/workspace/count")`;

interface Race {
	readonly name: string;
	readonly tried: string;
	readonly make: string;
	readonly swap: readonly [string, string];
	/** Where a trusting reader looks, below `/outputs`. */
	readonly path: string;
}

const races: readonly Race[] = [
	{
		name: 'race-file-and-link',
		tried: 'a file is exchanged for a link to a file of the host',
		make: 'open("/outputs/file.txt", "w").write("harmless"); os.symlink("SECRET", "/workspace/link")',
		swap: ['/outputs/file.txt', '/workspace/link'],
		path: 'file.txt',
	},
	{
		name: 'race-folder-and-link',
		tried: 'a folder is exchanged for a link to a folder of the host',
		make: `os.makedirs("/outputs/sub", exist_ok=True); open("/outputs/sub/secret.txt", "w").write("harmless")
os.symlink(os.path.dirname("SECRET"), "/workspace/link")`,
		swap: ['/outputs/sub', '/workspace/link'],
		path: 'sub/secret.txt',
	},
];

function raceAttack({ name, tried, make, swap }: Race): Attack {
	return {
		name,
		tried: `${tried}, up to ${exchanges.toLocaleString('en')} times while it is collected`,
		holds: 'never anything but what is inside',
		pace: 'slow',
		async run(range) {
			const border = await openBorder(range);
			await writeFile(border.secretFile, secret);
			await start(range, make.replaceAll('SECRET', border.secretFile), swap);
			const control = await trusting(range, name, border.outputs);
			const attack = await collectMeanwhile(range, border);
			await (await range.sandbox()).sweep();
			return { attack, control };
		},
	};
}

async function start(range: Range, make: string, swap: readonly [string, string]): Promise<void> {
	const sandbox = await range.sandbox();
	const script = scriptOf(`subprocess.run(["rm", "-rf", "/workspace/.third"])
for one in ("/workspace/link", "/workspace/count"):
    if os.path.lexists(one): os.remove(one)
${make}${swapping(...swap)}`);
	await sandbox.call({ tool: 'write_file', args: { path: '/workspace/.swap.py', content: script } }, range);
	const command = 'nohup python3 -I /workspace/.swap.py >/dev/null 2>&1 & sleep 0.5';
	await sandbox.call({ tool: 'bash', args: { command } }, range);
}

/** Looks whether it is a file, then reads it. */
function naive(outputs: string, path: string): Try {
	const file = join(outputs, path);
	const end = performance.now() + 30_000;
	let tries = 1;
	for (; performance.now() < end; tries += 1) {
		try {
			if (lstatSync(file).isFile() && readFileSync(file, 'utf8') === secret) return got(`it leaked at try ${tries}`);
		} catch {
			// Exchanged between the two
		}
	}
	return refused(`${tries.toLocaleString('en')} tries`);
}

async function collectMeanwhile(range: Range, border: Border): Promise<Try> {
	const end = performance.now() + mostSeconds * 1000;
	let collections = 0;
	for (let count = 0; count < exchanges && performance.now() < end; collections += 1) {
		const { artifacts } = await border.collect();
		const texts = await Promise.all(artifacts.map(({ name }) => readFile(join(border.copies, name), 'utf8')));
		if (texts.some((text) => text.includes(secret))) return got(`it leaked in collection ${collections}`);
		if (collections % 50 === 0) count = await counted(range, border);
	}
	return refused(`0 of ${collections} collections, ${(await counted(range, border)).toLocaleString('en')} exchanges`);
}

async function counted(range: Range, { outputs }: Border): Promise<number> {
	range.signal.throwIfAborted();
	return Number(await whereMounted(range, 'cat', join(outputs, '..', 'workspace', 'count')).catch(() => '0'));
}

/** Readers that trust what they find, by row. */
export const naiveRaces: ReadonlyMap<string, (outputs: string) => Promise<Try>> = new Map(
	races.map(({ name, path }) => [name, async (outputs) => naive(outputs, path)]),
);

export const racesOnOutputs: Family = { title: 'Races on files', attacks: races.map(raceAttack) };
