import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '../../../src/base/errors.ts';
import { type Cgroup, findCgroup } from '../../../src/sandbox/podman/container/cgroup.ts';
import { readProcess } from '../../../src/sandbox/podman/container/process-facts.ts';
import { listInside } from '../../../src/sandbox/podman/own-kernel/processes.ts';
import { hasOwnKernel } from '../../../src/sandbox/podman/service/own-kernel.ts';
import { type Attack, type Family, got, refused, type Try } from '../attack.ts';
import { modeHere } from '../ground.ts';
import type { Range } from '../range/range.ts';
import { readTry, scriptOf } from '../range/script.ts';

interface Hider {
	readonly name: string;
	readonly tried: string;
	/** Starts what hides, and comes to its end in the process that stays. */
	readonly hide: string;
	readonly needs?: Attack['needs'];
}

/** In a child of a child, in a session of its own, with the streams closed. */
const apart = `def apart(act):
    if os.fork() != 0: return
    os.setsid()
    if os.fork() != 0: os._exit(0)
    null = os.open("/dev/null", os.O_RDWR)
    for one in (0, 1, 2): os.dup2(null, one)
    act()
    os._exit(0)
def rest():
    while True: time.sleep(1)
def ignore():
    for one in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGCONT): signal.signal(one, signal.SIG_IGN)
`;

const hiders: readonly Hider[] = [
	{
		name: 'daemon',
		tried: 'a daemon in a session of its own that ignores TERM',
		hide: 'apart(lambda: (ignore(), rest()))',
	},
	{
		name: 'no-environment',
		tried: "a daemon without environment, by which a call's processes are known",
		hide: `apart(lambda: os.execve("/usr/bin/env", ["env", "-i", "sh", "-c", "trap '' TERM HUP; while :; do sleep 1; done"], {}))`,
	},
	{
		name: 'false-name',
		tried: 'a daemon that calls itself as the guest does, with brackets in its name',
		hide: `apart(lambda: (ignore(), libc.prctl(15, b"node) R 1 1 1 (x", 0, 0, 0), rest()))`,
	},
	{
		name: 'dead-leader',
		tried: 'a process whose first thread has ended: by that it looks dead',
		hide: `def act():
    import threading
    ignore()
    threading.Thread(target=rest).start()
    libc.pthread_exit(None)
apart(act)`,
	},
	{
		name: 'runner',
		tried: 'a process that forks and ends every few milliseconds, so that its id is never the one that was seen',
		hide: `def act():
    ignore()
    end = time.monotonic() + 20
    while time.monotonic() < end:
        if os.fork() != 0: os._exit(0)
        time.sleep(0.004)
apart(act)`,
	},
	{
		name: 'fork-storm',
		needs: ['limits', 'survival'],
		tried: 'forty processes that fork while they are being ended',
		hide: `def act():
    ignore(); signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    end = time.monotonic() + 20
    while time.monotonic() < end:
        try:
            if os.fork() == 0: time.sleep(0.3); os._exit(0)
        except OSError: time.sleep(0.01)
for _ in range(40): apart(act)`,
	},
	{
		name: 'wakers',
		needs: ['limits', 'survival'],
		tried: 'thirty processes that wake all that was stopped, each other first (CONT to -1)',
		hide: `def act():
    ignore()
    end = time.monotonic() + 20
    while time.monotonic() < end: os.kill(-1, signal.SIGCONT)
for _ in range(30): apart(act)`,
	},
	{
		name: 'stopped',
		tried: 'a process that has stopped itself, to be woken later',
		hide: 'apart(lambda: (ignore(), os.kill(os.getpid(), signal.SIGSTOP), rest()))',
	},
	{
		name: 'reaper',
		tried: 'a process that takes on the orphans of the session, and their ids',
		hide: 'apart(lambda: (ignore(), libc.prctl(36, 1, 0, 0, 0), [os.fork() for _ in range(5)], rest()))',
	},
	{
		name: 'vforked',
		tried: 'a process that waits in vfork for a child that sleeps',
		hide: `apart(lambda: (ignore(), subprocess.run(["sh", "-c", "trap '' TERM; while :; do sleep 1; done"])))`,
	},
	{
		name: 'clones-of-files',
		tried: 'a daemon that keeps the pipes of its call open, and writes into them',
		hide: `if os.fork() == 0:
    os.setsid(); ignore()
    while True:
        try: os.write(1, b".")
        except OSError: pass
        time.sleep(0.05)`,
	},
];

/** What a stop by a signal to the group and its session, the usual one, leaves: seen by whoever made it. */
const usualStop = (hide: string) => `${apart}
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = os.fork()
if child == 0:
    os.setpgid(0, 0)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
${hide.replaceAll(/^/gm, '    ')}
    time.sleep(1.5)
    os._exit(0)
time.sleep(1)
try: os.killpg(child, signal.SIGTERM)
except OSError: pass
os.waitpid(child, 0)
time.sleep(0.1)
mine = {os.getpid(), os.getppid(), 1}
def alive(pid):
    try: status = open(f"/proc/{pid}/status").read()
    except OSError: return False
    # A process whose first thread alone has ended has others
    threads = int(re.search(r"^Threads:\\s+([0-9]+)", status, re.M)[1])
    return re.search(r"^Uid:\\s+1000", status, re.M) is not None and (threads > 1 or not re.search(r"^State:\\s+[ZX]", status, re.M))
left = []
for _ in range(20):
    left = left or [int(one) for one in os.listdir("/proc") if one.isdigit() and int(one) not in mine and alive(one)]
(got if left else refused)(f"{len(left)} left")
for _ in range(50):
    for one in os.listdir("/proc"):
        if one.isdigit() and int(one) not in mine and alive(one):
            try: os.kill(int(one), 9)
            except OSError: pass`;

function hidden({ name, tried, hide, needs }: Hider): Attack {
	return {
		...(needs && { needs }),
		name: `hide-${name}`,
		tried: `${tried}, against the sweep at a turn's end`,
		holds: 'the host sees none of it alive within 3 s',
		pace: 'slow',
		async run(range) {
			return { attack: await swept(range, hide), control: readTry(await range.loose('open', usualStop(hide), 1000)) };
		},
	};
}

/** Starts it, waits until the host sees it, and sweeps. */
async function swept(range: Range, hide: string): Promise<Try> {
	const sandbox = await range.sandbox();
	const { id, pid } = await range.container();
	const cgroup = await findCgroup(pid, id);
	const base = Number((await readFile(`/proc/${pid}/uid_map`, 'utf8')).trim().split(/\s+/)[1]);
	const alive = () => (hasOwnKernel(range.runtime) ? aliveInside(id) : aliveAs(base + 1000, cgroup));
	const script = scriptOf(`${apart}${hide}`);
	await sandbox.call({ tool: 'write_file', args: { path: '/tmp/hide.py', content: script } }, range);
	const hiding = { tool: 'bash', args: { command: 'nohup python3 -I /tmp/hide.py', timeout: 5 } };
	const { lost } = await sandbox.call(hiding, range);
	if (lost !== undefined) return got(`the sandbox ended (${lost})`);
	for (let looks = 0; (await alive()) === 0; looks += 1) {
		if (looks === 100) throw new Error('it was never seen alive');
		await delay(20, undefined, range);
	}
	const start = performance.now();
	const ended = await sandbox.sweep();
	// A sandbox that could not be swept has ended, and all in it
	const left = (await cgroup.processes()).length === 0 ? 0 : await alive();
	const sign = `${left} left after ${((performance.now() - start) / 1000).toFixed(1)} s, ${ended.length} ended`;
	return left > 0 || performance.now() - start > 4_000 ? got(sign) : refused(sign);
}

async function aliveInside(container: string): Promise<number> {
	try {
		return (await listInside(container, [0])).length;
	} catch (error) {
		// A sandbox that could not be swept is ended, and all in it
		if (/in state stopped|no such file|file does not exist/.test(messageOf(error))) return 0;
		throw error;
	}
}

/** All of an id, those that look dead by their first thread, too: without a control group these have no namespace, and are found by the id alone. */
async function aliveAs(uid: number, cgroup: Cgroup): Promise<number> {
	const all = async () => (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
	const pids = modeHere() === 'root' ? await cgroup.processes() : await all();
	return (await Promise.all(pids.map(readProcess))).filter((one) => one?.uid === uid).length;
}

/** Signals to all that one may signal; afterwards the next command must run. */
function toAll(name: string, what: string): Attack {
	return {
		name: `signal-all-${name.toLowerCase()}`,
		tried: `kill -${name} -1`,
		holds: 'it reaches only its own; the next command runs',
		pace: 'slow',
		async run(range) {
			const sandbox = await range.sandbox();
			await sandbox.call({ tool: 'bash', args: { command: `kill -${name} -1; true`, timeout: 3 } }, range);
			await sandbox.sweep();
			const { text } = await sandbox.call({ tool: 'bash', args: { command: 'echo alive' } }, range);
			const attack = text.includes('alive') ? refused('the next command ran') : got(text.slice(0, 100));
			return { attack, control: readTry(await range.loose('open', `${what}`, 1000)) };
		},
	};
}

/** On a process of the same user; whoever sends to -1 is spared itself (kill(2)). */
const neighbourOfSameUser = (kill: string) => `victim = subprocess.Popen(["sleep", "60"], start_new_session=True)
os.kill(-1, ${kill})
time.sleep(0.2)
state = re.search(r"^State:\\s+(.)", open(f"/proc/{victim.pid}/status").read(), re.M)[1]
(got if state in "TZX" else refused)("state " + state)
victim.kill()`;

export const sweeps: Family = {
	title: 'Hiding from a stop',
	attacks: [
		...hiders.map(hidden),
		toAll('KILL', neighbourOfSameUser('signal.SIGKILL')),
		toAll('STOP', neighbourOfSameUser('signal.SIGSTOP')),
	],
};
