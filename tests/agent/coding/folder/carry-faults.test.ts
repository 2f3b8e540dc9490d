import { mkdir, readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Duplex } from 'node:stream';
import { expect, test } from 'vitest';
import { carryLimits } from '../../../../src/agent/coding/folder/carry.ts';
import { bringBack, bringIn, dropStages, type Opener, undo } from '../../../../src/agent/coding/folder/work-folder.ts';
import { makeTwoFolders } from './two-folders.ts';

const signal = new AbortController().signal;
const files = { 'a.py': 'one\n', 'src/b.py': 'b\n', 'src/deep/c.txt': 'c\n' };

test('a small folder goes in though whoever sends it has ended before it is listened to', async () => {
	await using two = await makeTwoFolders();
	await two.write('folder', files);
	const quick: Opener = {
		async open(order, signal) {
			const opened = await two.ends.session.open(order, signal);
			// Nothing of this process runs meanwhile.
			Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 700);
			return opened;
		},
	};
	expect(await bringIn({ ...two.ends, session: quick }, two.work, signal)).toMatchObject({ kind: 'in', files: 3 });
	expect(await two.read('box')).toEqual(files);
});

test('nothing is brought back by what is known of the folder where the reading of that broke off', async () => {
	await using two = await makeTwoFolders();
	await two.write('folder', files);
	await bringIn(two.ends, two.work, signal);
	await two.write('box', { 'a.py': 'theirs\n' });
	const breaking: Opener = {
		async open(order, given) {
			if (order.argv[0] !== 'cat') return await two.ends.session.open(order, given);
			const stream = new Duplex({
				read: () => void stream.destroy(new Error('the sandbox is gone')),
				write: (_chunk, _encoding, done) => done(),
			});
			const facts = { stream, lastWords: () => '', lastActive: () => 0, async [Symbol.asyncDispose]() {} };
			return { ...facts, ended: Promise.resolve({ kind: 'exit', code: 0 }) };
		},
	};
	expect(await bringBack({ ...two.ends, session: breaking }, two.work, signal)).toEqual({
		kind: 'refused',
		why: 'What the agent did was not brought back: what is known of the folder cannot be read.',
	});
	expect(await two.read('folder')).toEqual(files);
});

test('what is kept of runs that go on stays, and that of all others goes', async () => {
	await using two = await makeTwoFolders();
	const root = dirname(two.work.stage);
	for (const name of ['.agent-codex-1', '.agent-codex-12', '.agent-pi-3', 'work/.agent-deep'])
		await mkdir(join(root, name));
	await dropStages(two.ends.session, { root, spare: ['.agent-codex-1', '.agent-gone-9'] }, signal);
	expect((await readdir(root)).toSorted()).toEqual(['.agent-codex-1', 'box', 'work']);
	expect(await readdir(two.work.folder)).toEqual(['.agent-deep']);
});

test('what was not brought back leaves nothing in the session, however often that is tried', async () => {
	await using two = await makeTwoFolders();
	await two.write('folder', files);
	await bringIn(two.ends, two.work, signal);
	await two.write('box', { 'a.py': 'theirs\n', 'large.txt': 'x'.repeat(1_000) });
	const tight = { ...carryLimits, bytes: 500 };
	for (let time = 0; time < 2; time += 1)
		expect(await bringBack(two.ends, two.work, signal, tight)).toMatchObject({ kind: 'refused' });
	expect(await readdir(two.work.stage)).toEqual(['base']);
	expect(await bringBack(two.ends, two.work, signal)).toMatchObject({ changes: { length: 2 } });
});

test('only so much is kept to be undone, and none of what needs not be', async () => {
	await using two = await makeTwoFolders();
	await two.write('folder', files);
	await bringIn(two.ends, two.work, signal);
	const few = { ...carryLimits, undos: 2 };
	for (const content of ['first\n', 'second\n', 'third\n']) {
		await two.write('box', { 'a.py': content, 'src/b.py': content });
		if (content === 'first\n') await two.write('folder', { 'src/b.py': 'ours\n' });
		await bringBack(two.ends, two.work, signal, few);
	}
	await bringBack(two.ends, two.work, signal, few);
	// The newest of what was changed on both sides stays where people were told that it is.
	expect((await readdir(two.work.stage)).toSorted()).toEqual(['2', '3', '4', 'base']);
	expect(await readdir(join(two.work.stage, '4'), { recursive: true })).toEqual([
		'after',
		'after/src',
		'after/src/b.py',
	]);
	expect((await readdir(join(two.work.stage, '3'))).toSorted()).toEqual(['applied', 'before']);
	for (const content of ['second\n', 'first\n']) {
		await undo(two.ends.session, two.work, signal);
		expect(await two.read('folder')).toMatchObject({ 'a.py': content });
	}
	expect(await undo(two.ends.session, two.work, signal)).toMatchObject({ kind: 'refused' });
});

test('a large change alone can be undone, and nothing before it', async () => {
	await using two = await makeTwoFolders();
	await two.write('folder', files);
	await bringIn(two.ends, two.work, signal);
	const tight = { ...carryLimits, undoBytes: 10 };
	for (const content of ['x'.repeat(100), 'y'.repeat(100)]) {
		await two.write('box', { 'a.py': content });
		await bringBack(two.ends, two.work, signal, tight);
	}
	expect((await readdir(two.work.stage)).toSorted()).toEqual(['2', 'base']);
	await undo(two.ends.session, two.work, signal);
	expect(await two.read('folder')).toMatchObject({ 'a.py': 'x'.repeat(100) });
});
