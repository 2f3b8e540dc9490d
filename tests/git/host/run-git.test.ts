import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeMirror } from '../../../src/git/host/blank-mirror.ts';
import { GitFailedError, type GitOrder } from '../../../src/git/host/order.ts';
import { createGitRunner } from '../../../src/git/host/run-git.ts';
import { type TempDir, tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { aliveWith, probe } from './probe.ts';

const never = new AbortController().signal;
const git = createGitRunner();
let temp: TempDir;
let dir: string;
let count = 0;

beforeAll(async () => {
	temp = await tempDir();
});
afterAll(() => temp[Symbol.asyncDispose]());
beforeEach(async () => {
	dir = join(temp.path, `m${count++}.git`);
	await makeMirror(dir, 'sha1');
});

const run = (order: Omit<GitOrder, 'dir'>, signal = never) => git.run({ dir, ...order }, signal);

async function outputOf(order: Omit<GitOrder, 'dir'>): Promise<string> {
	const end = await run(order);
	return end.kind === 'ok' ? end.stdout.toString() : JSON.stringify(end);
}

describe('the environment of git', () => {
	const before = { ...process.env };
	afterEach(() => {
		for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
	});

	it('has nothing of its parent', async () => {
		const trace = join(temp.path, 'trace');
		Object.assign(process.env, {
			GIT_TRACE: trace,
			GIT_SSH_COMMAND: 'touch x',
			GIT_OF_PARENT: '1',
			TOKEN_OF_PARENT: 's',
		});
		const names = (await outputOf(probe('env'))).split('\n').map((line) => line.split('=')[0]);
		expect(names).toContain('GIT_CONFIG_NOSYSTEM');
		expect(names.filter((name) => /OF_PARENT|TRACE/.test(name ?? ''))).toEqual([]);
		expect(await outputOf(probe('echo $GIT_SSH_COMMAND $GIT_ALLOW_PROTOCOL.'))).toBe('false .\n');
	});

	it('has what its order adds', async () => {
		expect(await outputOf({ ...probe('echo $MINE'), env: { MINE: 'yes' } })).toBe('yes\n');
	});
});

describe('rights and limits of git', () => {
	it('are none, as the kernel says', async () => {
		const status = await outputOf(probe('cat /proc/self/status'));
		for (const row of [/^NoNewPrivs:\t1$/m, /^CapEff:\t0+$/m, /^CapPrm:\t0+$/m]) expect(status).toMatch(row);
	});

	it('bound its memory, as the kernel says', async () => {
		expect(await outputOf(probe('cat /proc/self/limits'))).toMatch(/^Max address space\s+4294967296\s/m);
	});

	it('bound each file that it writes where it is told to', async () => {
		const end = await run({ ...probe('head -c 100000 /dev/zero > "$GIT_DIR/big"'), mostFile: 65_536 });
		expect(end.kind).toBe('failed');
	});
});

describe('the network of git', () => {
	const order = { args: ['ls-remote', '--', 'http://127.0.0.1'], env: { GIT_ALLOW_PROTOCOL: 'http' } };

	async function connectionsOf(network: GitOrder['network']): Promise<number> {
		let seen = 0;
		await using server = createServer((socket) => {
			seen += 1;
			socket.destroy();
		}).listen(0, '127.0.0.1');
		await waitFor(() => server.listening, 'the server');
		const address = server.address();
		const port = typeof address === 'object' ? address?.port : 0;
		const args = ['-c', 'protocol.http.allow=always', 'ls-remote', '--', `http://127.0.0.1:${port}/`];
		const end = await run({ ...order, args, ...(network && { network }) });
		expect(end.kind).toBe('failed');
		return seen;
	}

	it('is none: not even this machine is reached, by a git that may speak http', async () => {
		const { networkWalled } = await git.isolation();
		if (networkWalled) expect(await connectionsOf(undefined)).toBe(0);
	});

	it('is there where an order has one', async () => {
		expect(await connectionsOf({ protocol: 'https', config: [] })).toBeGreaterThan(0);
	});

	it('is no protocol but the one of the order', async () => {
		const end = await run({
			args: ['ls-remote', '--', 'http://127.0.0.1:1/'],
			network: { protocol: 'https', config: [] },
		});
		expect(end).toMatchObject({ kind: 'failed', stderr: expect.stringContaining("transport 'http' not allowed") });
		const none = await run({ args: ['ls-remote', '--', 'https://127.0.0.1:1/'] });
		expect(none).toMatchObject({ kind: 'failed', stderr: expect.stringContaining("transport 'https' not allowed") });
		const other = await run({ args: ['ls-remote', '--', temp.path] });
		expect(other).toMatchObject({ kind: 'failed', stderr: expect.stringContaining("transport 'file' not allowed") });
	});
});

describe('the end of git', () => {
	it('is its code and words', async () => {
		expect(await run(probe('echo no >&2; exit 3'))).toMatchObject({
			kind: 'failed',
			code: 3,
			stderr: expect.stringMatching(/^no\n/),
		});
	});

	it('comes when it says too much', async () => {
		expect(await run({ ...probe('yes'), most: 1000 })).toEqual({ kind: 'too-much' });
		expect(await aliveWith(dir)).toEqual([]);
	});

	it('comes when it takes too long', async () => {
		expect(await run({ ...probe('exec sleep 600'), ms: 50 })).toEqual({ kind: 'too-long' });
		expect(await aliveWith(dir)).toEqual([]);
	});

	it('comes with an abort for the whole group, which was alive', async () => {
		const abort = new AbortController();
		const script = 'trap "" TERM HUP INT; (trap "" TERM; sleep 600) & (sleep 600; echo) & wait';
		const end = run(probe(script), abort.signal);
		await waitFor(async () => (await aliveWith(dir)).length >= 5, 'the group to be alive');
		abort.abort(new Error('enough'));
		await expect(end).rejects.toThrow('enough');
		expect(await aliveWith(dir)).toEqual([]);
	});

	it('leaves nothing behind that it has started', async () => {
		expect(await run(probe('(trap "" HUP; sleep 600) & echo done'))).toMatchObject({ kind: 'ok' });
		await waitFor(async () => (await aliveWith(dir)).length === 0, 'what was left to be gone');
	});

	it('does not come to be where the signal has fired before', async () => {
		await expect(run(probe('true'), AbortSignal.abort(new Error('before')))).rejects.toThrow('before');
	});
});

describe('the input of git', () => {
	it('is given whole, from bytes and from a stream', async () => {
		async function* pieces() {
			for (let index = 0; index < 2_000; index += 1) yield Buffer.alloc(1_000, 65);
		}
		expect(await outputOf({ ...probe('cat'), input: Buffer.from('bytes') })).toBe('bytes');
		expect(await outputOf({ ...probe('wc -c'), input: pieces() })).toBe('2000000\n');
	});

	it('ends git where it fails, and the failure is told', async () => {
		async function* broken() {
			yield Buffer.from('half');
			throw new Error('cut off');
		}
		await expect(run({ ...probe('cat; echo whole'), input: broken() })).rejects.toThrow('cut off');
		expect(await aliveWith(dir)).toEqual([]);
	});

	it('is let go where git ends before it has read it', async () => {
		let isOver = false;
		async function* endless() {
			try {
				for (;;) yield Buffer.alloc(65_536);
			} finally {
				isOver = true;
			}
		}
		expect(await run({ ...probe('true'), input: endless() })).toMatchObject({ kind: 'ok' });
		await waitFor(() => isOver, 'the input to be let go');
	});
});

describe('a stream of git', () => {
	it('is longer than what a run keeps', async () => {
		let size = 0;
		for await (const chunk of git.stream({ dir, ...probe('head -c 5000000 /dev/zero') }, never))
			size += chunk.byteLength;
		expect(size).toBe(5_000_000);
	});

	it('throws where git fails after it has begun', async () => {
		const read = async () => {
			for await (const _chunk of git.stream({ dir, ...probe('echo begun; exit 5') }, never));
		};
		await expect(read()).rejects.toThrow(GitFailedError);
		await expect(read()).rejects.toMatchObject({ end: { kind: 'failed', code: 5 } });
	});

	it('ends git when nobody reads on', async () => {
		for await (const _chunk of git.stream({ dir, ...probe('yes') }, never)) break;
		expect(await aliveWith(dir)).toEqual([]);
	});

	it('rejects with the reason of an abort', async () => {
		const abort = new AbortController();
		const read = async () => {
			for await (const _chunk of git.stream({ dir, ...probe('echo; exec sleep 600') }, abort.signal))
				abort.abort(new Error('enough'));
		};
		await expect(read()).rejects.toThrow('enough');
		expect(await aliveWith(dir)).toEqual([]);
	});
});

describe('a folder', () => {
	it('that is no repository is none', async () => {
		await writeFile(join(temp.path, 'file'), '');
		expect(await git.run({ dir: temp.path, args: ['rev-parse', '--git-dir'] }, never)).toMatchObject({
			kind: 'failed',
		});
	});
});
