import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { runToolResult, tryToolResult } from '../../../src/sandbox/built-ins.ts';
import { labHome } from '../../../src/sandbox/lab-home.ts';
import type { Sandbox } from '../../../src/sandbox/sandbox.ts';
import { describeWithPodman, itOnHostKernel, type PodmanHome, podmanHome } from './podman-home.ts';
import { bash, never } from './run-in.ts';

/** Tells all that a tool can see of where it runs, and what it may do there. */
const probe = `
import json, os, platform, pwd, resource, select, signal, socket, stat, sys, tempfile, threading, time

def tried(act):
    try: return str(act())
    except Exception as error: return type(error).__name__ + " " + str(getattr(error, "errno", ""))

def read(path):
    with open(path, errors="replace") as file: return file.read(4096)

def kind(path, follow=True):
    at = os.stat(path) if follow else os.lstat(path)
    return [stat.filemode(at.st_mode), at.st_uid, at.st_gid]

def listed(path):
    names = sorted(os.listdir(path))
    return len(names) if path in ("/envs", "/proc") else bool(names) if path == "/inputs" else names

def mounts():
    found = [line.split(" ") for line in open("/proc/self/mountinfo")]
    return sorted([fields[4], fields[5], fields[fields.index("-") + 1]] for fields in found)

def fields(path, names):
    return [line for line in read(path).splitlines() if line.split(":")[0] in names]

def run(input):
    seen = {
        "ids": [os.getresuid(), os.getresgid(), os.getgroups(), tried(lambda: pwd.getpwuid(os.getuid())), tried(os.getlogin)],
        "folder": os.getcwd(), "file": __file__, "module": __name__, "argv": sys.argv, "orig_argv": sys.orig_argv, "path": sys.path,
        "flags": str(sys.flags), "modules": sorted(sys.modules), "environment": dict(os.environ), "host": [socket.gethostname(), platform.uname()._asdict()],
        "umask": os.umask(0o22), "nice": os.nice(0), "session": [os.getsid(0) == os.getpid(), os.getpgid(0) == os.getpid(), os.getppid() > 1],
        "limits": {name: resource.getrlimit(getattr(resource, name)) for name in dir(resource) if name.startswith("RLIMIT")},
        "files": {fd: tried(lambda: [stat.filemode(os.fstat(int(fd)).st_mode), os.isatty(int(fd))]) for fd in sorted(os.listdir("/proc/self/fd"), key=int)},
        "signals": {str(one): str(signal.getsignal(one)) for one in signal.valid_signals()},
        "cpus": [os.cpu_count(), sorted(os.sched_getaffinity(0)), os.sched_getscheduler(0)], "threads": threading.active_count(),
        "status": fields("/proc/self/status", ["Umask", "Groups", "NoNewPrivs", "Seccomp", "CapEff", "CapBnd", "SigBlk", "SigIgn", "SigCgt", "Threads", "NSpid", "Cpus_allowed"]),
        "proc": {name: tried(lambda: read("/proc/self/" + name)) for name in ("cmdline", "comm", "cgroup", "oom_score_adj", "limits", "loginuid", "timerslack_ns", "coredump_filter", "personality", "attr/current")}, "mounts": mounts(),
        "parent": tried(lambda: read("/proc/" + str(os.getppid()) + "/cmdline")),
        "processes": sorted(tried(lambda: read("/proc/" + pid + "/comm").strip()) for pid in os.listdir("/proc") if pid.isdigit()),
        "here": {name: kind(name) for name in sorted(os.listdir("."))}, "around": {name: kind("../" + name) for name in sorted(os.listdir(".."))},
        "places": {path: [tried(lambda: kind(path)), [os.access(path, mode) for mode in (os.R_OK, os.W_OK, os.X_OK)], tried(lambda: listed(path))]
            for path in ("/", "/inputs", "/outputs", "/workspace", "/tools", "/memories", "/envs", "/session", "/session/disk", "/tmp", "/var/tmp", "/dev", "/dev/shm", "/run", "/opt/threadsmith", "/home", "/root", "/sys", os.environ["HOME"], os.environ["TMPDIR"], os.environ["MPLCONFIGDIR"])},
        "space": [os.statvfs(path).f_bsize for path in (".", "/tmp", "/workspace")], "temp": tempfile.gettempdir(),
        "disk": kind("."), "input": kind("given.txt"), "stdin": [sys.stdin.encoding, tried(lambda: sys.stdin.read())], "stdout": [sys.stdout.encoding, sys.stdout.isatty(), sys.stdout.line_buffering],
        "encoding": [sys.getfilesystemencoding(), sys.getdefaultencoding(), time.tzname], "recursion": sys.getrecursionlimit(),
        "may": {name: tried(act) for name, act in {
            "write the workspace": lambda: open("/workspace/x", "w"), "write the outputs": lambda: open("/outputs/x", "w"), "write the environments": lambda: open("/envs/x", "w"),
            "become smith": lambda: os.setuid(1000), "signal the guest": lambda: os.kill(os.getppid(), 0), "fork": lambda: os.waitpid(os.fork() or os._exit(0), 0)[1],
            "raise a limit": lambda: resource.setrlimit(resource.RLIMIT_NPROC, (9999, 9999)), "be nicer": lambda: os.nice(-1)}.items()},
    }
    # As digits, so that no name in it is changed on its way to the session
    return {"seen": json.dumps(seen).encode().hex()}
`;

/** What differs from run to run: the random names of a run's folder, of a call and of a sandbox, its user, and ids of processes. */
function levelled(seen: unknown): unknown {
	const text = Buffer.from(String(seen), 'hex')
		.toString()
		.replaceAll(/\.run-\w{32}/g, '.run-X')
		.replaceAll(/tool-100[567]/g, 'tool')
		.replaceAll(/\b100[567]\b/g, '1003')
		.replaceAll(/("THREADSMITH_CALL": ?")[0-9a-f-]{36}/g, '$1X')
		.replaceAll(/[0-9a-f]{64}/g, 'X')
		.replaceAll(/NSpid:(\\t\d+)+/g, 'NSpid');
	return JSON.parse(text);
}

describeWithPodman('A tool', () => {
	let home: PodmanHome;
	let sandbox: Sandbox;
	let lab: Sandbox;

	beforeAll(async () => {
		home = await podmanHome();
		const { trees } = home.options.pathsOf('s');
		await mkdir(join(trees.tools, 'test/probe/1'), { recursive: true });
		await writeFile(join(trees.tools, 'test/probe/1/tool.py'), probe);
		await mkdir(trees.inputs);
		await writeFile(join(trees.inputs, 'sales.csv'), 'a,b');
		sandbox = await home.sandboxes.acquire(home.home('s'), never);
		lab = await home.sandboxes.acquire(labHome(home.home('s').diskBytes, { like: 'local-s' }), never);
	}, 60_000);
	afterAll(() => home?.[Symbol.asyncDispose]());

	async function inTest(times = 1) {
		const runs = [{ input: { file: 'given.txt' }, files: { 'given.txt': 'abc' }, times }];
		const { data, text } = await lab.call({ tool: 'try_tool', args: { code: probe, runs } }, { signal: never });
		const [end] = tryToolResult.parse(data).runs[0] ?? [];
		if (end?.ended !== 'output') throw new Error(`${text} ${JSON.stringify(end)}`);
		return levelled(end.output['seen']);
	}

	async function inUse(file: string) {
		const args = { tool: 'test/probe/1', input: { file } };
		const { data, text } = await sandbox.call({ tool: 'run_tool', args }, { signal: never });
		const end = runToolResult.parse(data);
		if (!('output' in end)) throw new Error(text);
		return levelled(end.output['seen']);
	}

	itOnHostKernel(
		'sees the same when it is tested as in use',
		async () => {
			await bash(sandbox, 'printf abc > /workspace/given.txt; mkdir /workspace/.threadsmith; nohup sleep 600 &');
			const tested = await inTest();
			expect(await inUse('given.txt')).toEqual(tested);
			expect(await inUse('/workspace/given.txt')).toEqual(tested);
			expect(await inTest()).toEqual(tested);
			expect(JSON.stringify(tested)).toContain('1003');
			expect(tested).toMatchObject({
				processes: ['python3'],
				places: Object.fromEntries(
					['/workspace', '/outputs', '/tools', '/memories'].map((path) => [
						path,
						expect.arrayContaining(['PermissionError 13']),
					]),
				),
			});
		},
		60_000,
	);
});
