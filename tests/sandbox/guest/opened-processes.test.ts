import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ProcessOrder, SandboxProcess } from '../../../src/sandbox/opened-process.ts';
import { mostProcesses, windowBytes } from '../../../src/sandbox/process-wire.ts';
import { waitFor } from '../../support/wait-for.ts';
import { describeGuest } from './describe-guest.ts';
import { type GuestProcesses, processesOf } from './open-in-guest.ts';
import { alive, type Guest } from './start-guest.ts';

const newMark = () => `mark${randomUUID().slice(0, 8)}`;
const shell = (script: string, ...args: string[]) => ({ argv: ['bash', '-c', script, ...args] });

async function said(opened: SandboxProcess): Promise<string> {
	opened.stream.end();
	return text(opened.stream);
}

describeGuest('opened processes', ({ guest, home }) => {
	let known: GuestProcesses | undefined;
	const processes = () => {
		known ??= processesOf(guest());
		return known;
	};
	const open = (order: Partial<ProcessOrder> & Pick<ProcessOrder, 'argv'>, signal?: AbortSignal) =>
		processes().open(order, signal);

	/** Another guest, in which nothing else is run before it ends. */
	let other: Guest;
	beforeAll(async () => {
		other = await home().start();
	});
	afterAll(() => other?.[Symbol.asyncDispose]());

	it('get and give any bytes, all of them, and end with their stdin', async () => {
		const bytes = randomBytes(3 * 2 ** 20 + 1);
		await using cat = await open({ argv: ['cat'] });
		const [back] = await Promise.all([buffer(cat.stream), pipeline(Readable.from([bytes]), cat.stream, { end: true })]);
		expect(back.equals(bytes)).toBe(true);
		expect(await cat.ended).toEqual({ kind: 'exit', code: 0 });
		expect(processes().problems).toEqual([]);
	});

	it('answer line by line, with what is said on stderr beside', async () => {
		await using one = await open(shell('while read -r line; do echo "got $line"; echo "heard $line" >&2; done'));
		const before = one.lastActive();
		for (const line of ['a', 'b']) {
			one.stream.write(`${line}\n`);
			expect(String(await new Promise((resolve) => one.stream.once('data', resolve)))).toBe(`got ${line}\n`);
		}
		expect(one.lastActive()).toBeGreaterThanOrEqual(before);
		await waitFor(() => one.lastWords() === 'heard a\nheard b\n', 'its words');
	});

	it('end by code, or by signal, after all that they wrote', async () => {
		await using coded = await open(shell('head -c 3000000 /dev/zero; echo sorry >&2; exit 7'));
		expect((await buffer(coded.stream)).length).toBe(3_000_000);
		expect(await coded.ended).toEqual({ kind: 'exit', code: 7 });
		expect(coded.lastWords()).toBe('sorry\n');
		await using killed = await open(shell('echo last; kill -9 $$'));
		expect(await said(killed)).toBe('last\n');
		expect(await killed.ended).toEqual({ kind: 'signal', signal: 'SIGKILL' });
	});

	it('are held by their pipe while nobody reads, and the guest answers meanwhile', async () => {
		const mark = newMark();
		await using flood = await open(
			shell('for ((i = 0; ; i++)); do head -c 65536 /dev/zero && echo $i >/tmp/$0; done', mark),
		);
		const passed = async () => Number((await guest().bash(`cat /tmp/${mark}`)).text.match(/\d+\s*$/)?.[0] ?? -1);
		let last = -2;
		await waitFor(async () => {
			const now = await passed();
			const isHeld = now === last;
			last = now;
			return isHeld;
		}, 'the flood to be held');
		expect((last + 1) * 65_536).toBeLessThan(windowBytes * 3);
		expect(await guest().client.ping()).toEqual({});
		flood.stream.resume();
		await waitFor(async () => (await passed()) > last + 100, 'more of it');
		expect(await guest().client.ping()).toEqual({});
	});

	it('hold whoever writes to them while they do not read', async () => {
		await using deaf = await open({ argv: ['sleep', '600'] });
		const taken: unknown[] = [];
		const piece = Buffer.alloc(65_536);
		for (let n = 0; n < 40; n += 1) deaf.stream.write(piece, (error) => taken.push(error));
		await waitFor(() => taken.length >= 4, 'what there is room for');
		await guest().client.ping();
		expect(taken.length).toBeLessThan(20);
	});

	it.each([
		['ends when asked', `trap 'echo bye >&2; exit 3' TERM; while :; do sleep 0.05; done`],
		['ignores TERM and forks', `trap '' TERM HUP INT; (sleep 601 & setsid sleep 602 &); while :; do sleep 0.05; done`],
		['floods', 'cat /dev/zero; exit'],
	])('are gone with all that they started when they are disposed: one that %s', async (_how, script) => {
		const mark = newMark();
		const one = await open(shell(`: $0; ${script}`, mark));
		await waitFor(() => alive(mark).length > 0, 'its start');
		await one[Symbol.asyncDispose]();
		expect(alive(mark)).toEqual([]);
		expect(['exit', 'signal']).toContain((await one.ended).kind);
		expect(processes().problems).toEqual([]);
	});

	it('leave nothing when they are called off before they run', async () => {
		const mark = newMark();
		for (const ms of [0, 0, 1, 2, 5, 10]) {
			const stop = new AbortController();
			const opening = open(shell(`: ${mark}; sleep 600`), stop.signal);
			const reason = new Error('enough');
			setTimeout(() => stop.abort(reason), ms);
			const end = await opening.then(
				(one) => one[Symbol.asyncDispose](),
				(error: unknown) => error,
			);
			if (end !== undefined) expect(end).toBe(reason);
			expect(alive(mark)).toEqual([]);
		}
		expect(processes().problems).toEqual([]);
	});

	it('are eight at once at most', async () => {
		await using all = new AsyncDisposableStack();
		for (let n = 0; n < mostProcesses; n += 1) all.use(await open({ argv: ['cat'] }));
		await expect(open({ argv: ['cat'] })).rejects.toThrow('8 run already');
	});

	it.each([
		[{ argv: ['no-such-program'] }, 'there is no program "no-such-program"'],
		[{ argv: ['cat'], cwd: '/nowhere' }, 'there is no folder "/nowhere"'],
		[{ argv: ['cat'], files: [{ path: '/etc/x', content: '' }] }, 'not a path below HOME or /tmp'],
		[{ argv: ['cat'], files: [{ path: '/tmp/../etc/x', content: '' }] }, 'not a path below HOME or /tmp'],
		[{ argv: ['cat'], files: [{ path: '/workspace/x', content: '' }] }, 'a folder on the way is a link'],
		[{ argv: ['cat'], files: [{ path: '/tmp/big', content: 'x'.repeat(1_100_000) }] }, 'more than 1048576 bytes'],
	])('are refused with a sentence: %j', async (order, why) => {
		await expect(open(order)).rejects.toThrow(why);
	});

	it('have their own environment and nothing else open, as the user', async () => {
		const env = { HOME: '/tmp', KEY: 'value', THREADSMITH_CALL: 'mine' };
		await using one = await open({ ...shell('id -u; pwd; echo $HOME $KEY $THREADSMITH_CALL; ls /proc/self/fd'), env });
		const [id, folder, variables, ...files] = (await said(one)).split('\n');
		expect([id, folder]).toEqual(['1000', '/tmp']);
		expect(variables).toMatch(/^\/tmp value [0-9a-f-]{36}$/);
		// Those of ours, and the folder that `ls` has open; what the tests' own process left open is higher
		expect(files.filter((fd) => fd !== '' && Number(fd) < 20)).toEqual(['0', '1', '2', '3']);
	});

	it('can read what was laid for them, and not change it', async () => {
		const mark = newMark();
		const path = `/tmp/${mark}/a/b.txt`;
		const files = [{ path, content: 'laid' }];
		const tries = `exec 2>&1; cat $0; echo; stat -c '%U %a' $0 \${0%/*}; echo x >$0; rm $0; mv /tmp/$1 /tmp/other; ln -s /etc/passwd \${0%/*}/c`;
		await using one = await open({ ...shell(tries, path, mark), files });
		const told = await said(one);
		expect(told).toMatch(/^laid\nroot 644\nroot 755\n/);
		expect(told.match(/denied|not permitted/g)).toHaveLength(4);
		await using again = await open({ ...shell('cat $0', path), files: [{ path, content: 'anew' }] });
		expect(await said(again)).toBe('anew');
	});

	it('get nothing laid by way of a link or a folder of theirs', async () => {
		const mark = newMark();
		await guest().bash(
			`ln -s /tmp/elsewhere /tmp/${mark}; mkdir /tmp/${mark}-mine; ln -s /workspace/kept /tmp/${mark}-file; echo kept >/workspace/kept`,
		);
		const laid = (path: string) => open({ argv: ['cat'], files: [{ path: `/tmp/${mark}${path}`, content: 'laid' }] });
		await expect(laid('/x')).rejects.toThrow('a folder on the way is a link');
		await expect(laid('-mine/x')).rejects.toThrow("a folder on the way is not root's");
		await using one = await laid('-file');
		await said(one);
		expect((await guest().bash(`cat /workspace/kept /tmp/${mark}-file`)).text).toContain('kept\nlaid');
	});

	it('go on over the end of calls and a sweep that spares jobs, and are named by one that does not', async () => {
		await using one = await open(shell('while read -r line; do echo "$line"; done'));
		await guest().bash('setsid sleep 603 >/dev/null 2>&1 & sleep 0.1');
		const spared = await guest().call('sweep', { spare: true });
		expect(JSON.stringify(spared.data)).toContain('sleep 603');
		one.stream.write('still\n');
		expect(String(await new Promise((resolve) => one.stream.once('data', resolve)))).toBe('still\n');
		const swept = await guest().call('sweep');
		expect(JSON.stringify(swept.data)).toContain('while read -r line');
		expect(await one.ended).toEqual({ kind: 'signal', signal: 'SIGKILL' });
	});

	it('that left everything that could tell them are ended with the last of them, where nothing else was run', async () => {
		const all = processesOf(other);
		const mark = newMark();
		const leave = `import os, time\nif os.fork(): os._exit(0)\nos.setsid()\nif os.fork(): os._exit(0)\nos.execve("/usr/bin/sleep", ["${mark}", "600"], {})`;
		await using one = await all.open({ argv: ['python3', '-c', leave] });
		await one.ended;
		expect(alive(mark)).toEqual([]);
		expect(existsSync(home().folder)).toBe(true);
	});

	it('are lost with the guest', async () => {
		const one = await processesOf(other).open({ argv: ['sleep', '604'] });
		const broken = new Promise((resolve) => one.stream.once('error', resolve));
		other.stdin.end();
		expect(await one.ended).toEqual({ kind: 'lost', why: 'it exited' });
		expect(String(await broken)).toContain('its sandbox ended: it exited');
		expect(alive('sleep 604')).toEqual([]);
		await one[Symbol.asyncDispose]();
	});
});
