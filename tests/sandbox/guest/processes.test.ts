import { randomUUID } from 'node:crypto';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { waitFor } from '../../support/wait-for.ts';
import { describeGuest } from './describe-guest.ts';
import { alive, threadsNamed } from './start-guest.ts';

/** A tree that ignores TERM, leaves its session and forks for ever; each process names the mark in its command line. */
function stubborn(mark: string): string {
	return `cat > /tmp/${mark}.sh <<'END'
trap '' TERM HUP INT
while :; do sleep 0.05; (sleep 600.${mark.slice(0, 4).replace(/\D/g, '1')} & ) 2>/dev/null; [ $(ls /proc | grep -c '^[0-9]') -gt 60 ] && sleep 600; done
END
(for n in 1 2 3; do setsid bash /tmp/${mark}.sh ${mark} >/dev/null 2>&1 & done); env -u THREADSMITH_CALL bash /tmp/${mark}.sh ${mark} & `;
}

/** A process whose first thread has ended: what is left of it has the mark as its name. It has left its group and its session. */
function beheaded(mark: string): string {
	return `cat > /tmp/${mark}.py <<'END'
import ctypes, os, threading, time
open("/proc/self/comm", "w").write("${mark}")
def live():
    while True: time.sleep(0.05)
threading.Thread(target=live).start()
ctypes.CDLL(None).syscall(93 if os.uname().machine == "aarch64" else 60, 0)
END
(setsid python3 /tmp/${mark}.py >/dev/null 2>&1 &)
`;
}

const newMark = () => `mark${randomUUID().slice(0, 8)}`;

const isBeheaded = (mark: string) => threadsNamed(mark).join() === 'S';

describeGuest('processes', ({ guest, home }) => {
	it('are killed with their group when the command ends, but for nohup and setsid', async () => {
		const [plain, kept, own] = [newMark(), newMark(), newMark()];
		const sleeper = (mark: string) => `python3 -c 'import time; time.sleep(600)' ${mark}`;
		const { text } = await guest().bash(
			`${sleeper(plain)} & nohup ${sleeper(kept)} & setsid ${sleeper(own)} & sleep 0.3`,
		);
		expect(text).toContain('1 background process was ended with the command');
		expect(alive(plain)).toEqual([]);
		expect(alive(kept)).toHaveLength(1);
		expect(alive(own)).toHaveLength(1);
		await guest().call('sweep');
		expect([...alive(kept), ...alive(own)]).toEqual([]);
	});

	it('that are to become nohup are waited for where others take all of the processor', async () => {
		const [busy, kept] = [newMark(), newMark()];
		const others = `for n in $(seq 6); do sh -c 'while :; do :; done' ${busy} & done; sleep 1`;
		const { text } = await guest().bash(`${others}; nice -n 19 nohup sleep 600.${kept.replace(/\D/g, '1')} &`);
		expect(text).toContain('6 background processes were ended with the command');
		// Who has no processor needs one to die, too.
		await waitFor(() => alive(busy).length === 0, 'the end of those that were ended');
		const swept = await guest().call('sweep');
		expect(JSON.stringify(swept.data)).toContain('sleep 600.');
	});

	it('do not keep a command from ending by holding its pipes', async () => {
		const mark = newMark();
		const { text } = await guest().bash(`setsid python3 -c 'import time; time.sleep(600)' ${mark} & echo started`, {
			timeout: 20,
		});
		expect(text).toBe('Exit code 0\nstdout:\nstarted');
		expect(alive(mark)).toHaveLength(1);
		await guest().call('sweep');
	});

	it('that ignore TERM, setsid and fork are all gone after a timeout', async () => {
		const mark = newMark();
		const running = guest().bash(`${stubborn(mark)} sleep 600`, { timeout: 5 });
		await waitFor(() => alive(mark).length >= 4, 'the stubborn tree runs');
		const { text } = await running;
		expect(text).toMatch(/^Timed out after 5 s \(nothing it started is running any more\)/);
		expect(alive(mark)).toEqual([]);
	});

	it('that ignore TERM, setsid and fork are all gone after a sweep, which lists them', async () => {
		const mark = newMark();
		const running = guest().bash(`${stubborn(mark)} sleep 600`);
		await waitFor(() => alive(mark).length >= 4, 'the stubborn tree runs');
		const swept = await guest().call('sweep');
		expect(alive(mark)).toEqual([]);
		expect(swept.isError).toBe(false);
		const { stopped } = swept.data as { stopped: { pid: number; command: string; seconds: number }[] };
		expect(stopped.filter(({ command }) => command.includes(mark)).length).toBeGreaterThanOrEqual(4);
		expect(stopped.every(({ command }) => command.length <= 200)).toBe(true);
		expect(await running).toMatchObject({ isError: true, text: expect.stringMatching(/^Stopped/) });
	});

	it('that have a file of /outputs open for writing when they are ended are told with it, but for readers', async () => {
		const writer = `import time; done = open('/outputs/done.csv', 'w'); done.write('a'); done.close()
half = open('/outputs/half.csv', 'w'); half.write('b'); half.flush(); read = open('/outputs/done.csv'); print('on'); time.sleep(600)`;
		const running = guest().bash(`mkdir -p /outputs/deep; exec 7>>/outputs/deep/log; python3 -c "${writer}"`);
		const half = join(home().folder, 'session/disk/outputs/half.csv');
		await waitFor(() => existsSync(half) && statSync(half).size > 0, 'the files');
		const swept = await guest().call('sweep');
		await running;
		expect(swept.data).toMatchObject({ writing: expect.arrayContaining(['deep/log', 'half.csv']) });
		expect(JSON.stringify(swept.data)).not.toContain('done.csv"');
		expect((await guest().call('sweep')).data).toMatchObject({ writing: [] });
	});

	it('whose first thread has ended are gone after a sweep and after a timeout', async () => {
		const [left, late] = [newMark(), newMark()];
		await guest().bash(beheaded(left));
		await waitFor(() => isBeheaded(left), 'one lives on in its second thread');
		await guest().call('sweep');
		expect(threadsNamed(left)).toEqual([]);
		const running = guest().bash(`${beheaded(late)} sleep 600`, { timeout: 5 });
		await waitFor(() => isBeheaded(late), 'one lives on in its second thread');
		expect((await running).text).toMatch(/^Timed out after 5 s \(nothing it started/);
		expect(threadsNamed(late)).toEqual([]);
	});

	it('of a cancelled call are gone, those of its parallel neighbour are not', async () => {
		const [mark, neighbour] = [newMark(), newMark()];
		const cancel = new AbortController();
		const other = guest().call('try_tool', {
			code: `import subprocess\ndef run(input):\n    subprocess.run(["python3", "-c", "import time; time.sleep(600)", "${neighbour}"])\n    return {}`,
			runs: [{ input: {}, files: {}, times: 1 }],
		});
		const cancelled = guest()
			.bash(`${stubborn(mark)} sleep 600`, {}, { signal: cancel.signal })
			.catch(() => 'cancelled');
		await waitFor(() => alive(mark).length >= 4 && alive(neighbour).length === 1, 'both run');
		cancel.abort();
		expect(await cancelled).toBe('cancelled');
		// One of the tree has taken the marker off its environment and left; it is still of the call's group.
		await waitFor(() => alive(mark).length === 0, 'the tree is gone', 3000);
		const [lives, ...others] = alive(neighbour);
		expect([typeof lives, others]).toEqual(['number', []]);
		process.kill(Number(lives));
		expect((await other).data).toMatchObject({ runs: [[{ ended: 'output', output: {} }]] });
		await guest().call('sweep');
	});

	it('of a cancelled call are told by the next sweep, also where that comes when they are gone, and by no later one', async () => {
		const mark = newMark();
		const cancel = new AbortController();
		const cancelled = guest()
			.bash(`exec -a ${mark} sleep 600`, {}, { signal: cancel.signal })
			.catch(() => 'cancelled');
		await waitFor(() => alive(mark).length === 1, 'it runs');
		cancel.abort();
		expect(await cancelled).toBe('cancelled');
		await waitFor(() => alive(mark).length === 0, 'it is gone');
		const commands = async () => {
			const { data } = await guest().call('sweep');
			return (data as { stopped: { command: string }[] }).stopped.map(({ command }) => command);
		};
		const told = await commands();
		expect(told.filter((command) => command.includes(mark))).toHaveLength(1);
		expect(await commands()).toEqual([]);
	});

	it('do not start for a call that was cancelled while it waited its turn', async () => {
		const mark = newMark();
		const cancel = new AbortController();
		const first = guest().bash('sleep 0.5');
		const second = guest()
			.bash(`touch /workspace/${mark}`, {}, { signal: cancel.signal })
			.catch(() => 'cancelled');
		const third = guest().bash(`ls /workspace/${mark}`);
		cancel.abort();
		expect(await second).toBe('cancelled');
		await first;
		expect((await third).text).toContain('No such file');
	});

	it('cannot signal the guest, and may stop all their own', async () => {
		await guest().bash('kill -9 -1; kill -STOP -1');
		await guest().bash(`for n in $(ls /proc | grep -E '^[0-9]+$'); do kill -9 $n; done`);
		expect((await guest().bash('echo still here')).text).toContain('still here');
	});

	it('run one after another for bash, beside each other for reads', async () => {
		const order: string[] = [];
		const note = (name: string) => () => void order.push(name);
		const go = home().path('disk/workspace/go');
		await Promise.all([
			guest().bash('until [ -e /workspace/go ]; do sleep 0.01; done').then(note('first')),
			guest().bash('true').then(note('second')),
			guest()
				.call('list_files')
				.then(note('list'))
				.then(() => writeFileSync(go, '')),
		]);
		expect(order).toEqual(['list', 'first', 'second']);
	});

	it('end with the guest when its standard input ends', async () => {
		const mark = newMark();
		const next = await home().start();
		const running = next.bash(`${stubborn(mark)} sleep 600`).catch(() => 'closed');
		await waitFor(() => alive(mark).length >= 4, 'the stubborn tree runs');
		next.stdin.end();
		await next.exited;
		expect(alive(mark)).toEqual([]);
		expect(await running).toBe('closed');
	});

	it('show their output while they run, sanitised, at most five times a second', async () => {
		const seen: string[] = [];
		const onprogress = ({ message = '' }) => void seen.push(message);
		const began = performance.now();
		await guest().bash(`for n in $(seq 1 100); do printf '\\033%0500d\\n' $n; sleep 0.01; done`, {}, { onprogress });
		const seconds = (performance.now() - began) / 1000;
		expect(seen.length).toBeGreaterThan(1);
		expect(seen.length).toBeLessThanOrEqual(5 * seconds);
		expect(seen.every((message) => message.length <= 1000 && !message.includes('\x1b'))).toBe(true);
		expect(seen.join('')).toMatch(/00[0-9]{2}\n/);
	});
});
