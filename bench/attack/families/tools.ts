import { type Attack, type Family, got, refused } from '../attack.ts';
import type { Who } from '../range/range.ts';
import { readTry } from '../range/script.ts';

interface Trace {
	readonly name: string;
	readonly what: string;
	/** Python: leaves a mark. */
	readonly leave: string;
	/** Python: an expression that is true where the mark is found. */
	readonly find: string;
}

/** Everything by which one run could tell another of itself. */
const traces: readonly Trace[] = [
	{
		name: 'tmp',
		what: 'a file in /tmp',
		leave: 'open("/tmp/trace-x", "w").write("x")',
		find: 'os.path.exists("/tmp/trace-x")',
	},
	{
		name: 'var-tmp',
		what: 'a file in /var/tmp',
		leave: 'open("/var/tmp/trace-x", "w").write("x")',
		find: 'os.path.exists("/var/tmp/trace-x")',
	},
	{
		name: 'shm',
		what: 'a file in /dev/shm',
		leave: 'open("/dev/shm/trace-x", "w").write("x")',
		find: 'os.path.exists("/dev/shm/trace-x")',
	},
	{
		name: 'shared-memory',
		what: 'a segment of shared memory',
		leave: 'libc.shmget(0x4711, ctypes.c_size_t(4096), 0o1600)',
		find: 'libc.shmget(0x4711, ctypes.c_size_t(4096), 0o600) >= 0',
	},
	{
		name: 'message-queue',
		what: 'a queue of messages',
		leave: 'libc.msgget(0x4711, 0o1600)',
		find: 'libc.msgget(0x4711, 0o600) >= 0',
	},
	{
		name: 'semaphore',
		what: 'a semaphore',
		leave: 'libc.semget(0x4711, 1, 0o1600)',
		find: 'libc.semget(0x4711, 1, 0o600) >= 0',
	},
	{
		name: 'posix-queue',
		what: 'a queue in /dev/mqueue',
		leave: 'ctypes.CDLL("librt.so.1").mq_open(b"/trace-x", 0o102, 0o600, None)',
		find: 'os.path.exists("/dev/mqueue/trace-x")',
	},
	{
		name: 'daemon',
		what: 'a process that answers',
		leave: `child = os.fork()
if child == 0:
    os.setsid()
    if os.fork(): os._exit(0)
    for one in (0, 1, 2): os.close(one)
    door = socket.socket(socket.AF_UNIX); door.bind("\\0trace-x"); door.listen(); time.sleep(20); os._exit(0)
os.waitpid(child, 0); time.sleep(0.3)`,
		find: 'socket.socket(socket.AF_UNIX).connect_ex("\\0trace-x") == 0',
	},
	{
		name: 'port',
		what: 'a port that is listened on',
		leave: `child = os.fork()
if child == 0:
    os.setsid()
    if os.fork(): os._exit(0)
    for one in (0, 1, 2): os.close(one)
    door = socket.create_server(("127.0.0.1", 47110)); time.sleep(20); os._exit(0)
os.waitpid(child, 0); time.sleep(0.3)`,
		find: 'socket.socket().connect_ex(("127.0.0.1", 47110)) == 0',
	},
	{
		name: 'home',
		what: "Python's own folder for a user's modules",
		leave: `import site
folder = (os.environ.get("HOME", "/tmp") + "/.local/lib/python3.13/site-packages"); os.makedirs(folder, exist_ok=True); open(folder + "/trace_x.py", "w").write("")`,
		find: 'os.path.exists((os.environ.get("HOME", "/tmp") + "/.local/lib/python3.13/site-packages/trace_x.py"))',
	},
	{
		name: 'fonts',
		what: "a file in Matplotlib's folder, which tools may write to",
		leave: `folder = os.environ["MPLCONFIGDIR"]; os.makedirs(folder, exist_ok=True); open(folder + "/trace-x", "w").write("x")`,
		find: 'os.path.exists(os.environ["MPLCONFIGDIR"] + "/trace-x")',
	},
	{
		name: 'pid',
		what: 'a lock on a file of the image',
		leave: `import fcntl
child = os.fork()
if child == 0:
    os.setsid(); file = open("/etc/passwd"); fcntl.flock(file, fcntl.LOCK_EX)
    for one in (0, 1, 2): os.close(one)
    time.sleep(20); os._exit(0)
time.sleep(0.3)`,
		find: '(lambda fcntl: [0 for file in [open("/etc/passwd")] if fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)] and False)(__import__("fcntl"))',
	},
];

const leaving = (code: string) => `try:
${code.replaceAll(/^/gm, '    ')}
except OSError: pass
refused("left")`;
const finding = (find: string) => `try: found = ${find}
except BlockingIOError: found = True
except OSError: found = False
(got if found else refused)("found" if found else "not found")`;

/** As the session's own commands, which are one user, the trace is found: the control. */
function traceAttack({ name, what, leave, find }: Trace): Attack {
	return {
		name: `trace-${name}`,
		tried: `a run of a tool leaves ${what} for the next one`,
		holds: 'it is gone, or could not be made',
		pace: 'slow',
		async run(range) {
			const through = async (who: Who) => {
				await range.inside(leaving(leave), who);
				return readTry(await range.inside(finding(find), who));
			};
			const attack = await through('tool');
			// `nohup` is what keeps a command's daemon; sh -c would end it with the call
			await range.loose('open', leaving(leave), 1000);
			return { attack, control: readTry(await range.loose('open', finding(find), 1000)) };
		},
	};
}

/** From a tool on the session. */
const sessions: readonly (readonly [string, string, string])[] = [
	['workspace', 'listing /workspace', 'os.listdir("/workspace")'],
	['outputs', 'listing /outputs', 'os.listdir("/outputs")'],
	['disk', "listing the disk's folders behind the links", 'os.listdir("/session/disk/workspace")'],
	['tools', 'listing other tools', 'os.listdir("/tools")'],
	['memories', 'listing memories', 'os.listdir("/memories")'],
	['tmp', "listing the session's /tmp", 'os.listdir("/tmp")'],
	['write-envs', 'writing where packages are installed', 'open("/envs/planted", "w")'],
	['write-inputs', 'writing into /inputs', 'open("/inputs/planted", "w")'],
];

const onSession: readonly Attack[] = sessions.map(([name, tried, act]) => ({
	name: `tool-${name}`,
	tried: `a running tool: ${tried}`,
	holds: 'refused',
	pace: 'slow',
	async run(range) {
		const attack = readTry(await range.inside(`attempt(lambda: ${act})`, 'tool'));
		const elsewhere = act.replaceAll(/"\/[a-z/]+(?:\/planted)?"/g, (path) =>
			path.includes('planted') ? '"/tmp/planted"' : '"/tmp"',
		);
		return { attack, control: readTry(await range.loose('open', `attempt(lambda: ${elsewhere})`, 1000)) };
	},
}));

const shadows = [
	'json.py',
	'sitecustomize.py',
	'usercustomize.py',
	'numpy.py',
	'to_json.py',
	'run_tool.py',
	'decimal.py',
] as const;

const shadowing: Attack = {
	name: 'shadowed-modules',
	tried: `the session plants ${shadows.join(', ')} where a tool and our own programs begin`,
	holds: "Python's, the image's and ours are loaded",
	pace: 'slow',
	async run(range) {
		const sandbox = await range.sandbox();
		const planted = shadows.map((file) => `echo 'raise SystemExit("an impostor ran")' > ${file}`).join('; ');
		const folders = ['/workspace', '/tmp', '/outputs', '/workspace/.local/lib/python3.13/site-packages'];
		const plant = folders.map((folder) => `mkdir -p ${folder} && cd ${folder} && ${planted}`).join('; ');
		await sandbox.call({ tool: 'bash', args: { command: plant } }, range);
		const body = `import json, decimal, numpy
where = [one.__file__ for one in (json, decimal, numpy)]
(refused if all(one.startswith("/usr/") for one in where) else got)(where)`;
		const said = await range.inside(body, 'tool');
		const control = await sandbox.call(
			{ tool: 'bash', args: { command: 'cd /workspace; python3 -c "import json"; true' } },
			range,
		);
		const clear = folders.map((folder) => shadows.map((file) => `rm -f ${folder}/${file}`).join('; ')).join('; ');
		await sandbox.call({ tool: 'bash', args: { command: clear } }, range);
		const attack = said.includes('impostor') ? got('an impostor ran') : readTry(said);
		return {
			attack,
			control: control.text.includes('impostor')
				? got('in a folder of its own a command loads it')
				: refused(control.text),
		};
	},
};

export const toolRuns: Family = {
	title: 'Between runs of tools',
	attacks: [...traces.map(traceAttack), ...onSession, shadowing],
};
