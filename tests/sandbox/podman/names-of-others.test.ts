import { hostname } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { describeWithPodman, itOnHostKernel, type PodmanHome, podmanCli, podmanHome } from './podman-home.ts';
import { bash, never, python } from './run-in.ts';

/**
 * Reads the first 64 KiB of each file of /proc and /sys, and each link, without waiting for one that would block, and prints the paths that
 * hold one of the words, with the word. A process' own mounts and its control group name its own container, and are told apart.
 */
const search = (words: readonly string[]) => `
import base64, json, os, re
# In disguise: the program's own command line is read, too
words = [re.compile(word.encode()) for word in json.loads(base64.b64decode("${Buffer.from(JSON.stringify(words)).toString('base64')}"))]
own = re.compile(r"/(mountinfo|mounts|mountstats|cgroup|cpuset)$")
found, read = {}, 0
def look(path):
    if os.path.islink(path): return os.readlink(path).encode()
    file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try: return os.read(file, 65536)
    finally: os.close(file)
for top in ("/proc", "/sys"):
    for folder, folders, files in os.walk(top):
        for name in files + [one for one in folders if os.path.islink(os.path.join(folder, one))]:
            path = os.path.join(folder, name)
            try: text = path.encode() + b" " + look(path)
            except OSError: continue
            read += 1
            hits = [word.pattern.decode() for word in words if word.search(text)]
            if hits and not own.search(path): found[re.sub("/[0-9]+", "/N", path)] = hits
print("read", read > 1000, "found", found)
`;

describeWithPodman('In a sandbox beside that of another session', () => {
	let home: PodmanHome;
	let sandbox: Sandbox;
	let names: string[] = [];

	beforeAll(async () => {
		home = await podmanHome();
		const other = await home.sandboxes.acquire(home.home('neighbour-7f3a'), never);
		await bash(other, 'nohup sleep 600 >/dev/null 2>&1 &');
		sandbox = await home.sandboxes.acquire(home.home('own-51c8'), never);
		const label = ['--filter', `label=home=${home.options.homeId}`];
		const ids = podmanCli('ps', '-q', '--no-trunc', ...label)
			.trim()
			.split('\n');
		expect(ids).toHaveLength(2);
		const others = ['neighbour-7f3a', home.options.homeId, `/tmp/threadsmith`, '/run/threadsmith/test'];
		names = [...others, ...ids, `\\b${hostname()}\\.`, 'disk\\.img', '\\bloop[0-9]'];
	}, 60_000);
	afterAll(() => home?.[Symbol.asyncDispose]());

	itOnHostKernel(
		'nothing in /proc and /sys names that session, the home, the host, its loop devices or a container',
		async () => {
			expect((await python(sandbox, search(names))).text).toContain('read True found {}');
		},
		60_000,
	);

	itOnHostKernel('its own mounts name its own session alone', async () => {
		const { text } = await bash(sandbox, 'cat /proc/*/mountinfo | grep -e own-51c8 -e neighbour');
		expect(text).toContain('own-51c8');
		expect(text).not.toContain('neighbour');
	});

	it('programs still learn how many processors and how much memory there are', async () => {
		const { text } = await python(sandbox, 'import os\nprint(os.cpu_count() > 0, os.sysconf("SC_PHYS_PAGES") > 0)');
		expect(text).toContain('True True');
	});
});
