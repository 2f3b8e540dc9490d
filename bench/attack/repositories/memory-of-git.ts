import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

/** What this process and the gits that it runs have taken at most while they were watched. */
export interface MemoryWatch extends AsyncDisposable {
	/** Bytes that are resident: by how much this process has grown, and all gits together. */
	most(): { readonly own: number; readonly gits: number };
}

const everyMs = 20;

/** Watches until it is disposed of. A server's gits are not counted: they are not ours. */
export function watchMemory(): MemoryWatch {
	const over = new AbortController();
	const before = process.memoryUsage.rss();
	const most = { own: 0, gits: 0 };
	const watch = async () => {
		while (await delay(everyMs, true, { signal: over.signal }).catch(() => false)) {
			most.own = Math.max(most.own, process.memoryUsage.rss() - before);
			most.gits = Math.max(most.gits, await below(process.pid));
		}
	};
	const watching = watch();
	return {
		most: () => ({ ...most }),
		async [Symbol.asyncDispose]() {
			over.abort();
			await watching;
		},
	};
}

/** Of all gits that a process has started, and that those have which it has started. proc(5): some end while they are looked at. */
async function below(pid: number): Promise<number> {
	const threads = await readdir(`/proc/${pid}/task`).catch(() => []);
	const texts = threads.map((thread) => readFile(`/proc/${pid}/task/${thread}/children`, 'utf8').catch(() => ''));
	const children = (await Promise.all(texts)).flatMap((text) => text.split(' ').filter(Boolean).map(Number));
	const sizes = await Promise.all(children.map(sizeOf));
	return sizes.reduce((sum, size) => sum + size, 0);
}

/** A git's own, and its helpers': the process has other children, such as Podman, and words before a git that wait for it. */
const isGit = /^(?:\S*\/)?git(?:-[\w-]+)?$/;

async function sizeOf(pid: number): Promise<number> {
	const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
	const [program = '', ...words] = (await read('cmdline')).split('\0');
	if (words.includes('http-backend')) return 0;
	const own = isGit.test(program) ? residentIn(await read('status')) : 0;
	return own + (await below(pid));
}

function residentIn(status: string): number {
	const [, kibibytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
	return Number(kibibytes) * 1024;
}
