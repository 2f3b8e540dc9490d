import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { tryToolResult } from '../../../src/sandbox/built-ins.ts';
import { describeGuest } from './describe-guest.ts';
import { alive } from './start-guest.ts';

describeGuest('a hostile draft', ({ guest }) => {
	const attempt = async (code: string, more = {}, timeout = 15) => {
		const run = { input: {}, files: { 'kept.txt': 'kept' }, times: 1, ...more };
		const { data } = await guest().call('try_tool', { code, runs: [run], timeout });
		return tryToolResult.parse(data).runs[0] ?? [];
	};
	const inRun = (lines: string) => `import os, sys, time, signal\ndef run(input):\n    ${lines}\n`;

	const crashes = async (code: string, says: RegExp, timeout?: number) => {
		expect(await attempt(code, {}, timeout)).toEqual([{ ended: 'crashed', how: expect.stringMatching(says) }]);
		expect((await guest().bash('echo well')).text).toContain('well');
	};

	// They take all the time that they are given, at once
	it.concurrent.each([
		['loops', inRun('while True: pass'), /Timed out after 6 s \(nothing it started/],
		['loops while it is loaded', 'while True: pass', /No time was left/],
		[
			'ignores signals',
			inRun('for s in range(1, 32): s in (9, 19) or signal.signal(s, signal.SIG_IGN)\n    while True: time.sleep(1)'),
			/Timed out/,
		],
		[
			'returns a dict without end',
			`class Long(dict):\n    def items(self):\n        n = 0\n        while True:\n            yield n, "x" * 1000\n            n += 1\ndef run(input): return Long()`,
			/Timed out|JSON cannot hold|memory/,
		],
	])('that %s has crashed', (_what, code, says) => crashes(code, says, 6));

	it.each([
		[
			'forks without end',
			inRun('while True:\n        try: os.fork()\n        except OSError: pass'),
			/Timed out after 3 s \(nothing it started/,
		],
		['prints 10 GB', inRun('for i in range(160000): os.write(1, b"x" * 65536)'), /Killed: it printed|Timed out/],
		['leaves with success', inRun('os._exit(0)'), /did not return: what it left is not a result/],
		['leaves with success while it is loaded', 'import os\nos._exit(0)', /what it left is not a result/],
		['closes all that is open', inRun('os.closerange(0, 100)\n    return {}'), /Exit code 1|not a result/],
		['kills itself', inRun('os.kill(os.getpid(), 9)'), /Killed by SIGKILL/],
		['kills all that it can', inRun('os.kill(-1, 9); os.kill(0, 9)'), /Killed by SIGKILL/],
		['kills its group', inRun('os.killpg(0, 9)'), /Killed by SIGKILL/],
		['dies of a bad pointer', inRun('import ctypes; ctypes.string_at(0)'), /SIGSEGV/],
		['becomes another program', inRun('os.execv("/bin/echo", ["echo", "{}"])'), /not a result/],
		['lets a child finish for it', inRun('if os.fork(): os._exit(0)\n    time.sleep(5); return {}'), /not a result/],
		[
			'writes its result by itself, and wrongly',
			inRun('os.write(3, b\'{"output": [1]}\'); os._exit(0)'),
			/not a result/,
		],
		['returns no dict', inRun('return [1]'), /must return a dict, not list/],
		['returns nothing', inRun('pass'), /must return a dict, not NoneType/],
		['is a generator', inRun('yield {}'), /must return a dict, not generator/],
		['returns bytes', inRun('return {"x": b"y"}'), /JSON cannot hold: it holds bytes/],
		[
			'returns a number that raises when it is read',
			`class Odd(float):\n    def __float__(self): raise SystemError("odd")\ndef run(input): return {"x": Odd("nan")}`,
			/JSON cannot hold: odd/,
		],
		['returns a number that others read as Infinity', inRun('return {"x": 10 ** 400}'), /not a result/],
		['returns a number without end', inRun('return {"x": 10 ** 5000}'), /JSON cannot hold/],
		['returns a loop', inRun('a = []; a.append(a); return {"a": a}'), /JSON cannot hold/],
		[
			'returns what cannot be walked',
			inRun('a = []\n    for i in range(49): a = [a]\n    return {"a": a}'),
			/nested deeper than 50 levels/,
		],
		['returns more than 64 KiB', inRun('return {"x": "y" * 70000}'), /more than 64 KiB/],
		[
			'writes too many files',
			inRun('for i in range(41): open(str(i), "w").write("x")\n    return {}'),
			/more than 40 files/,
		],
		[
			'leaves more than can be looked at',
			inRun('for i in range(1100): os.mkdir(str(i))\n    return {}'),
			/More than 1000/,
		],
		[
			'nests folders without end',
			inRun('for i in range(500): os.mkdir("d"); os.chdir("d")\n    return {}'),
			/More than 20 folders/,
		],
		[
			'leaves more bytes than can be read',
			inRun('for i in range(9): os.truncate(os.open(str(i), os.O_CREAT | os.O_RDWR), 2**25)\n    return {}'),
			/128 MiB/,
		],
	])('that %s has crashed', (_what, code, says) => crashes(code, says, /Timed out/.test(says.source) ? 3 : undefined));

	it.each([
		['exits', inRun('sys.exit(0)'), 'SystemExit'],
		['asks for more memory than there is', inRun('return {"x": len(bytearray(8 * 2**30))}'), 'MemoryError'],
		['makes a file of 8 TB', inRun('open("x", "wb").truncate(2**43)'), 'OSError'],
		['recurses without end', 'def run(input): return run(input)', 'RecursionError'],
		['writes over itself', inRun('open(__file__, "w")'), 'PermissionError'],
		['removes itself', inRun('os.remove(__file__)'), 'PermissionError'],
		['removes its folder', inRun('os.remove("kept.txt"); os.rmdir(os.getcwd())'), 'PermissionError'],
		['renames its folder', inRun('os.rename(os.getcwd(), os.getcwd() + "-elsewhere")'), 'PermissionError'],
		['writes to the tools', inRun('open("/tools/x", "w")'), 'PermissionError'],
		['writes to the workspace', inRun('open("/workspace/x", "w")'), 'PermissionError'],
		['writes to the outputs', inRun('open("/outputs/x", "w")'), 'PermissionError'],
		['writes to the environments', inRun('open("/envs/x", "w")'), 'PermissionError'],
		['writes to the harness', inRun('open("/opt/threadsmith/run_tool.py", "w")'), 'PermissionError'],
		['signals the guest', inRun('os.kill(os.getppid(), 9)'), 'PermissionError'],
		['becomes root', inRun('os.setuid(0)'), 'PermissionError'],
		[
			'raises what raises when it is looked at',
			'class Odd(OSError):\n    @property\n    def filename(self): raise KeyError("x")\ndef run(input): raise Odd("y")',
			'Odd',
		],
		['prints while it is loaded, then fails', 'print("{}")\nraise KeyError("x")', 'KeyError'],
	])('that %s has failed', async (_what, code, type) => {
		expect(await attempt(code)).toMatchObject([{ ended: 'error', error: { type } }]);
	});

	it('that prints a result while it is loaded has returned what run() returned', async () => {
		const code = `print('{"output": {"forged": 1}}', flush=True)\nimport os; os.write(1, b'{"output": {}}')\n${inRun('return {"true": 1}')}`;
		expect(await attempt(code)).toMatchObject([{ ended: 'output', output: { true: 1 } }]);
	});

	it('finds nothing of an earlier run: no file, no memory, no process', async () => {
		const mark = `mark${randomUUID().slice(0, 8)}`;
		const code = `import glob, os, subprocess, time
def run(input):
    temp = os.environ["TMPDIR"]
    seen = sorted(os.listdir(".")) + os.listdir(temp)
    for path in ("left", temp + "/left"): open(path, "w").write("x")
    os.makedirs("deep/er"); open("deep/er/x", "w"); os.chmod("deep", 0); os.remove("kept.txt")
    os.makedirs(temp + "/left-folder/er"); os.chmod(temp + "/left-folder", 0)
    mine = [p for p in os.listdir("/proc") if p.isdigit() and os.stat("/proc/" + p).st_uid == os.getuid()]
    subprocess.Popen(["setsid", "bash", "-c", "trap '' TERM HUP; while true; do echo x > late; sleep 0.01; done; : ${mark}"])
    while not os.path.exists("late"): time.sleep(0.01)
    return {"seen": seen, "processes": len(mine), "others": sorted(os.listdir(".."))}
`;
		const [first, second] = await attempt(code, { times: 2 });
		expect(first).toMatchObject({ ended: 'crashed', how: expect.stringContaining('cannot be read') });
		expect(second).toEqual(first);
		const open = await attempt(code.replaceAll('os.chmod("deep", 0)', 'pass'), { times: 2 });
		expect(open).toHaveLength(2);
		for (const end of open)
			expect(end).toMatchObject({
				output: { seen: ['kept.txt'], processes: 1, others: ['fonts', 'outputs', 'tmp', 'tool.py', 'work'] },
			});
		expect(alive(mark)).toEqual([]);
		const left = (await guest().bash('find /tmp /dev/shm /var/tmp -group 1003 ! -user 0; ls -d /envs/.run-*; true'))
			.text;
		expect(left).not.toMatch(/left|run-[a-zA-Z0-9]/);
	});

	it('finds no process of an earlier run whose first thread has ended', async () => {
		const code = `import ctypes, os, threading, time
def run(input):
    seen = [p for p in os.listdir("/proc") if p.isdigit() and os.stat("/proc/" + p).st_uid == os.getuid()]
    if os.fork() == 0:
        os.setsid()
        threading.Thread(target=lambda: time.sleep(60)).start()
        ctypes.CDLL(None).syscall(93 if os.uname().machine == "aarch64" else 60, 0)
    time.sleep(0.5)
    return {"seen": len(seen)}`;
		const end = { ended: 'output', output: { seen: 1 } };
		expect(await attempt(code, { times: 2 })).toMatchObject([end, end]);
	});

	it('finds nothing that --describe has left', async () => {
		const code = `import os, subprocess, sys, time
if "--describe" in sys.argv:
    open(os.environ["TMPDIR"] + "/left", "w").write("x")
    subprocess.Popen(["setsid", "bash", "-c", "while true; do touch $TMPDIR/left started; sleep 0.01; done"], cwd=os.environ["HOME"])
    while not os.path.exists(os.environ["HOME"] + "/started"): time.sleep(0.01)
def run(input):
    mine = [p for p in os.listdir("/proc") if p.isdigit() and os.stat("/proc/" + p).st_uid == os.getuid()]
    return {"processes": len(mine), "here": os.listdir("."), "left": os.path.exists(os.environ["TMPDIR"] + "/left")}`;
		const output = { processes: 1, here: ['kept.txt'], left: false };
		expect(await attempt(code)).toMatchObject([{ ended: 'output', output }]);
	});

	it('that leaves links, pipes and sockets has only its regular files told, and not what a link leads to', async () => {
		const code = `import os, socket
def run(input):
    os.symlink("/etc/passwd", "link"); os.symlink("/", "folder-link"); os.mkfifo("pipe")
    s = socket.socket(socket.AF_UNIX); s.bind("socket")
    os.link("kept.txt", "second"); open(b"no-text-\\xff\\n", "w"); open("bad\\u202ename", "w"); open("good", "w").write("x")
    return {}`;
		const [end] = await attempt(code);
		expect(end).toMatchObject({ ended: 'output', files: [{ name: 'good' }, { name: 'second' }] });
	});

	it('that leaves more than can be removed in time leaves it out of reach, and the next run starts well', async () => {
		const code = `import os
def run(input):
    for i in range(3000): os.mkdir("d"); os.chdir("d")
    return {}`;
		const ends = await attempt(code, { times: 2 }, 3);
		expect(ends.map(({ ended }) => ended)).toEqual(['crashed', 'crashed']);
		expect(await attempt('import os\ndef run(input): return {"here": os.listdir(".")}')).toMatchObject([
			{ output: { here: ['kept.txt'] } },
		]);
	});
});
