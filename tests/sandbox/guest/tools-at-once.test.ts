import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { waitFor } from '../../support/wait-for.ts';
import { describeGuest } from './describe-guest.ts';
import { handedTool } from './handed-tool.ts';
import { alive } from './start-guest.ts';

const alone = { looksAround: false };

/** Meets another tool at two names that both know; tools that run at once may talk where both want to. */
const meet = `import socket, time
def meet(mine, other):
    door = socket.socket(socket.AF_UNIX); door.bind("\\0" + mine); door.listen()
    while True:
        there = socket.socket(socket.AF_UNIX)
        try: there.connect("\\0" + other); return door, there
        except OSError: time.sleep(0.01)
def tried(act):
    try: return act()
    except OSError as error: return type(error).__name__
`;

describeGuest('Tools that run at once', (place) => {
	const { run, put, textOf, at, clear } = handedTool(place);
	const { guest } = place;

	it('see nothing of each other: no process, no folder, no file, and can neither signal nor trace', async () => {
		const body = `${meet}
door, other = meet(*input["names"])
open("mine.txt", "w").write("private"); os.chmod("mine.txt", 0o666); os.chmod(".", 0o777)
inside, _ = door.accept()
inside.sendall(f"{os.getpid()} {os.getcwd()}".encode().ljust(200)); pid, folder = other.recv(200, socket.MSG_WAITALL).decode().split()
pid = int(pid)
found = {"uid": os.getuid(), "gid": os.getgid(),
    "seen": [p for p in os.listdir("/proc") if p.isdigit() and int(p) != os.getpid()],
    "signal": tried(lambda: os.kill(pid, 0)), "memory": tried(lambda: open(f"/proc/{pid}/mem", "rb+")),
    "environment": tried(lambda: open(f"/proc/{pid}/environ").read()), "folders": tried(lambda: os.listdir("/envs")),
    "limit": tried(lambda: __import__("resource").prlimit(pid, __import__("resource").RLIMIT_CPU)),
    "own": tried(lambda: open("mine.txt").read())}
inside.sendall(b"x"); other.recv(1)
found["folder"] = tried(lambda: os.listdir(folder))
inside.sendall(b"x"); other.recv(1)
return found`;
		const [one, other] = [randomUUID(), randomUUID()];
		const ends = await Promise.all([
			run(body, { names: [one, other] }, alone),
			run(body, { names: [other, one] }, alone),
		]);
		const outputs = ends.map(({ data }) => (data as { output: Record<string, unknown> }).output);
		for (const output of outputs)
			expect(output).toMatchObject({
				gid: 1003,
				seen: [],
				signal: 'PermissionError',
				memory: 'FileNotFoundError',
				environment: 'FileNotFoundError',
				folders: 'PermissionError',
				limit: 'PermissionError',
				own: 'private',
			});
		expect(new Set(outputs.map(({ uid }) => uid)).size).toBe(2);
		await clear();
	});

	it('are both ended by a stop', async () => {
		const mark = randomUUID();
		const body = `import subprocess, time
subprocess.Popen(["setsid", "python3", "-c", "import time; time.sleep(600)", "${mark}"])
time.sleep(600)`;
		const running = [run(body, {}, alone), run(body, {}, alone)];
		await waitFor(() => alive(mark).length === 2, 'both run');
		const swept = await guest().call('sweep');
		expect(swept.text).toBe('Ended 4 processes');
		for (const end of await Promise.all(running)) expect(end.isError).toBe(true);
		expect(alive(mark)).toEqual([]);
	});

	it('leave what they write in the order in which they were called', async () => {
		const [name, go] = [randomUUID(), Promise.withResolvers<void>()];
		const door = createServer((socket) => void go.promise.then(() => socket.end())).listen(`\0${name}`);
		const waits =
			'import socket\ndoor = socket.socket(socket.AF_UNIX); door.connect("\\0" + input["name"]); door.recv(1)';
		const slow = run(`${waits}\nopen("same.txt", "w").write("first")\nreturn {}`, { name }, alone);
		const quick = run('open("same.txt", "w").write("second")\nreturn {}', {}, alone);
		const nothing = run('return {}', {}, alone);
		await nothing;
		expect(existsSync(at('workspace/same.txt'))).toBe(false);
		go.resolve();
		for (const end of await Promise.all([slow, quick])) expect(end.isError).toBe(false);
		expect(textOf('workspace/same.txt')).toBe('second');
		door.close();
		await clear();
	});

	it('see files as those called before have left them', async () => {
		put('workspace/counted.txt', '0');
		const count = 'text = open(input["file"]).read()\nopen(input["file"], "w").write(str(int(text) + 1))\nreturn {}';
		const quick = 'return {"there": os.path.exists("counted.txt")}';
		const ends = await Promise.all([
			run(count, { file: 'counted.txt' }, alone),
			run(count, { file: '/workspace/counted.txt' }, alone),
			run(quick, {}, alone),
			run(count, { file: 'counted.txt' }),
			run(count, { file: 'counted.txt' }, alone),
			run(count, { file: 'counted.txt' }, alone),
		]);
		expect(ends.map(({ text }) => text)).toEqual(['{}', '{}', '{"there":false}', '{}', '{}', '{}']);
		expect(textOf('workspace/counted.txt')).toBe('5');
		await clear();
	});
});
