import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { tryToolResult } from '../../../src/sandbox/built-ins.ts';
import { labHome } from '../../../src/sandbox/lab-home.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { describeWithPodman, itOnHostKernel, type PodmanHome, podmanHome } from './podman-home.ts';
import { bash, never } from './run-in.ts';

/** Each of these, done to the process `pid` of somebody else, and how it ended. */
const attacks = `
import ctypes, glob, json, os, resource, signal, sys
libc = ctypes.CDLL(None, use_errno=True)
def system(name, *args):
    if getattr(libc, name)(*args) < 0: raise OSError(ctypes.get_errno(), name)
def tried(act):
    try: return "done: " + str(act())[:80]
    except OSError as error: return type(error).__name__
def attack(pid):
    return {name: tried(act) for name, act in {
        "kill": lambda: os.kill(pid, 9), "look for": lambda: os.kill(pid, 0), "stop": lambda: os.kill(pid, signal.SIGSTOP),
        "trace": lambda: system("ptrace", 16, pid, 0, 0), "read memory": lambda: open(f"/proc/{pid}/mem", "rb"),
        "read environment": lambda: open(f"/proc/{pid}/environ").read(), "read command": lambda: open(f"/proc/{pid}/cmdline").read(),
        "see its files": lambda: os.listdir(f"/proc/{pid}/fd"), "enter its folder": lambda: os.listdir(f"/proc/{pid}/cwd"),
        "hold it": lambda: signal.pidfd_send_signal(os.pidfd_open(pid), 9), "slow it": lambda: os.setpriority(os.PRIO_PROCESS, pid, 19),
        "limit it": lambda: resource.prlimit(pid, resource.RLIMIT_CPU, (0, 0)), "pin it": lambda: os.sched_setaffinity(pid, {0}),
        "list it": lambda: os.listdir("/proc").index(str(pid)) if str(pid) in os.listdir("/proc") else os.stat(f"/proc/{pid}"),
    }.items()}
`;

const waiting = `import os, time
def run(input):
    open("secret.txt", "w").write("mine")
    print("running as", os.getpid(), flush=True)
    while True: time.sleep(0.05)
`;

const attacking = `${attacks}
def run(input):
    places = ("/workspace", "/outputs", "/tools", "/memories", "/workspace/secret.txt", "/session/closed", "/session/disk/workspace")
    seen = {path: tried(lambda: os.listdir(path) if not path.endswith("txt") else open(path).read()) for path in places}
    mine = [pid for pid in os.listdir("/proc") if pid.isdigit()]
    return {"attacks": attack(input["pid"]) if input["pid"] else {}, "seen": seen, "processes": len(mine), "inputs": os.listdir("/inputs"), "own": __file__}
`;

/** Takes all processes that it may have, holds them until the other tool has been there, and tells how many they were. */
const crowding = `import os, socket
def run(input):
    door = socket.socket(socket.AF_UNIX); door.bind("\\0crowded"); children = []
    for _ in range(200):
        try: child = os.fork()
        except OSError: break
        if child == 0: import time; time.sleep(60); os._exit(0)
        children.append(child)
    door.listen(); door.accept()[0].recv(1)
    return {"children": len(children), "uid": os.getuid()}
`;

const besides = `import os, socket, threading, time
def run(input):
    crowd = socket.socket(socket.AF_UNIX)
    while crowd.connect_ex("\\0crowded"): time.sleep(0.01)
    stay = threading.Event()
    threads = [threading.Thread(target=stay.wait) for _ in range(80)]
    for one in threads: one.start()
    stay.set(); crowd.close()
    return {"uid": os.getuid()}
`;

describeWithPodman('Between the code of a session and a tool', () => {
	let home: PodmanHome;
	let sandbox: Sandbox;
	let lab: Sandbox;

	beforeAll(async () => {
		home = await podmanHome();
		const { trees } = home.options.pathsOf('s');
		for (const [name, code] of Object.entries({ waiting, attacking, crowding, besides })) {
			await mkdir(join(trees.tools, `test/${name}/1`), { recursive: true });
			await writeFile(join(trees.tools, `test/${name}/1/tool.py`), code);
		}
		for (const folder of [trees.inputs, trees.memories]) {
			await mkdir(folder, { recursive: true });
			await writeFile(join(folder, 'private.md'), 'private');
		}
		sandbox = await home.sandboxes.acquire(home.home('s'), never);
		lab = await home.sandboxes.acquire(labHome(home.home('s').diskBytes, { like: 'local-s' }), never);
		await bash(sandbox, 'echo private > /workspace/secret.txt');
	}, 60_000);
	afterAll(() => home?.[Symbol.asyncDispose]());

	itOnHostKernel(
		'the code cannot touch a tool that runs, nor see that it does',
		async () => {
			const stop = new AbortController();
			const begun = Promise.withResolvers<string>();
			const onOutput = (text: string) => {
				const [, pid] = /running as (\d+)/.exec(text) ?? [];
				if (pid !== undefined) begun.resolve(pid);
			};
			const call = { tool: 'run_tool', args: { tool: 'test/waiting/1', input: {} } };
			const running = sandbox.call(call, { signal: stop.signal, onOutput }).catch(() => 'stopped');
			const pid = await begun.promise;
			const script = `${attacks}
found = attack(${pid})
[folder] = glob.glob("/envs/.run-*")
for name in ("work/secret.txt", "tmp", "outputs"): found[name] = tried(lambda: os.listdir(f"{folder}/{name}") or open(f"{folder}/{name}"))
found["write its code"] = tried(lambda: open(f"{folder}/tool.py", "a"))
found["remove it"] = tried(lambda: os.rename(folder, "/workspace/taken"))
print(json.dumps(found))`;
			await bash(sandbox, `cat > /tmp/attack.py <<'END'\n${script}\nEND`);
			const { text } = await bash(sandbox, 'python3 /tmp/attack.py');
			const found = Object.entries(JSON.parse(text.slice(text.indexOf('{'))) as Record<string, string>);
			expect(found.length).toBeGreaterThan(17);
			expect(found.filter(([, how]) => how.startsWith('done'))).toEqual([]);
			stop.abort();
			expect(await running).toBe('stopped');
		},
		30_000,
	);

	itOnHostKernel(
		'a tool that takes all processes that it may have leaves another that runs with it as many',
		async () => {
			const runs = ['crowding', 'besides'].map(async (name) => {
				const args = { tool: `test/${name}/1`, input: {}, looksAround: false, timeout: 20 };
				const { data } = await sandbox.call({ tool: 'run_tool', args }, { signal: never });
				return (data as { output: { uid: number; children?: number } }).output;
			});
			const [crowd, other] = await Promise.all(runs);
			expect(crowd).toMatchObject({ children: 95 });
			expect(other?.uid).not.toBe(crowd?.uid);
			const { text } = await bash(sandbox, 'find /session/disk/envs -name ".run-*"; ulimit -u');
			expect(text).not.toContain('.run-');
		},
		30_000,
	);

	itOnHostKernel(
		'a tool in use cannot touch what the session runs, and sees of its folders what it is called with',
		async () => {
			await bash(sandbox, 'nohup sleep 600 >/dev/null 2>&1 & echo $! > /tmp/pid');
			const { text } = await bash(sandbox, 'cat /tmp/pid');
			const pid = Number(/\n(\d+)\s*$/.exec(text)?.[1]);
			const call = { tool: 'run_tool', args: { tool: 'test/attacking/1', input: { pid } } };
			const { data } = await sandbox.call(call, { signal: never });
			const { output } = data as { output: Record<'attacks' | 'seen', Record<string, string>> & { processes: number } };
			const all = Object.entries({ ...output.attacks, ...output.seen });
			expect(all.length).toBeGreaterThan(20);
			expect(all.filter(([, how]) => how.startsWith('done'))).toEqual([]);
			expect(output.processes).toBe(1);
			expect((await bash(sandbox, `kill -0 ${pid} && echo alive`)).text).toContain('alive');
		},
		30_000,
	);

	itOnHostKernel(
		'a draft is somewhere else altogether',
		async () => {
			const runs = [{ input: { pid: 0 }, files: { 'given.txt': 'given' }, times: 1 }];
			const { data } = await lab.call({ tool: 'try_tool', args: { code: attacking, runs } }, { signal: never });
			const [end] = tryToolResult.parse(data).runs[0] ?? [];
			if (end?.ended !== 'output') throw new Error(JSON.stringify(end));
			expect(end.output).toMatchObject({ processes: 1, inputs: [expect.stringMatching(/^[0-9a-f]{8}\.csv$/)] });
			const look =
				'find -L /workspace /outputs /tools /memories /envs /inputs /tmp -name "*private*" -o -name "*secret*" 2>/dev/null; id -u';
			expect((await bash(lab, look)).text).toBe('Exit code 0\nstdout:\n1000');
		},
		30_000,
	);
});
