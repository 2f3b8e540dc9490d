import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { duplexPair } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { ProblemError } from '../../../src/base/errors.ts';
import { silentLogger } from '../../../src/base/log.ts';
import { filesOf } from '../../../src/root/above.ts';
import { atDesk } from '../../../src/root/desk/at-desk.ts';
import { openNamedInput } from '../../../src/root/desk/named-input.ts';
import { type DeskWork, serveDesk } from '../../../src/root/desk/serve-desk.ts';
import { encodeFrame } from '../../../src/sandbox/podman/line/frames.ts';
import { tempDir } from '../../support/temp-dir.ts';

const hello = { dotEnv: 'A=b', person: 'ada', isSetUp: false, isClear: true };

function desks(given: Partial<DeskWork> = {}) {
	const [line, other] = duplexPair();
	const work: DeskWork = {
		makeDemo: async () => '/demo',
		stageExport: async () => '/stage',
		setUp: () => {},
		makeArtifacts: async () => '/artifacts',
		openInput: (path) => openNamedInput(path, 3 * 2 ** 20),
		...given,
	};
	return { serving: serveDesk({ line, hello, work }), desk: atDesk(other), other };
}

async function bytesOf(chunks: AsyncIterable<Uint8Array>): Promise<number> {
	let size = 0;
	for await (const chunk of chunks) size += chunk.length;
	return size;
}

const never = new AbortController().signal;

describe('the desk', () => {
	it('says hello, answers what it knows, and hands a problem on as one', async () => {
		const { desk, serving } = desks({ makeArtifacts: () => Promise.reject(new ProblemError('No room', 'Make some')) });
		expect(await desk.hello).toEqual(hello);
		expect((await desk.ask({ verb: 'demo' })).folder).toBe('/demo');
		await expect(desk.ask({ verb: 'artifacts' })).rejects.toMatchObject({ name: 'ProblemError', mend: 'Make some' });
		await serving[Symbol.asyncDispose]();
		await desk.gone;
		await expect(desk.ask({ verb: 'demo' })).rejects.toThrow('is gone');
	});

	it('hands a named file over in parts, and says why it does not', async () => {
		await using dir = await tempDir();
		await using file = await open(join(dir.path, 'big.csv'), 'w');
		await file.truncate(2.5 * 2 ** 20);
		const { desk, serving } = desks();
		const files = filesOf(desk);
		expect(await files.look(join(dir.path, 'big.csv'))).toEqual({ size: 2.5 * 2 ** 20 });
		expect(await bytesOf(files.read(join(dir.path, 'big.csv'), never))).toBe(2.5 * 2 ** 20);
		expect(await files.look(join(dir.path, 'none.csv'))).toBeUndefined();
		await file.truncate(4 * 2 ** 20);
		expect(await files.look(join(dir.path, 'big.csv'))).toEqual({ refused: 'it is 4 MB, the limit is 3 MB' });
		await serving[Symbol.asyncDispose]();
	});

	it('opens so many files and no more', async () => {
		await using dir = await tempDir();
		await (await open(join(dir.path, 'a'), 'w')).close();
		const { desk, serving } = desks();
		for (let count = 0; count < 16; count += 1) await desk.ask({ verb: 'open-input', path: join(dir.path, 'a') });
		const { opened } = await desk.ask({ verb: 'open-input', path: join(dir.path, 'a') });
		expect(opened).toEqual({ refused: 'too many files are being read already' });
		await serving[Symbol.asyncDispose]();
	});

	it.each([
		['an unknown verb', encodeFrame({ id: 1, question: { verb: 'shell', command: 'id' } })],
		['a frame that is too long', Buffer.from([0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 1])],
		['no frame at all', encodeFrame('hello')],
	])('ends the line of who sends %s', async (_what, bytes) => {
		const { desk, other } = desks();
		await desk.hello;
		other.write(bytes);
		await desk.gone;
		await expect(desk.ask({ verb: 'demo' })).rejects.toThrow('is gone');
	});

	it('puts its lines into the log of the bot, also those from before there was one', async () => {
		const { desk, serving } = desks();
		const lines: string[] = [];
		serving.log.warn('Early', { err: new Error('why') });
		await desk.ask({ verb: 'demo' });
		desk.logTo({ ...silentLogger, warn: (message, fields) => lines.push(`${message} ${fields?.['err']}`) });
		serving.log.warn('Late', { err: 'so' });
		await desk.ask({ verb: 'demo' });
		expect(lines).toEqual(['Early why', 'Late so']);
		await serving[Symbol.asyncDispose]();
	});
});
