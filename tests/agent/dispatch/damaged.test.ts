import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { silentLogger } from '../../../src/base/log.ts';
import { openEmbeddedStore } from '../../../src/store/embedded/embedded-store.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { inbound, message, openWorkbench, sessionId } from '../../support/workbench.ts';

type Damage = (path: string) => Promise<void>;

const rewritten =
	(change: (text: string) => string): Damage =>
	async (path) =>
		await writeFile(path, change(await readFile(path, 'utf8').catch(() => '{"version":1}')));

/** What power cuts, full disks and hands do to a file. */
const damages: readonly (readonly [string, Damage])[] = [
	['half', rewritten((text) => text.slice(0, text.length / 2))],
	['empty', rewritten(() => '')],
	['full of NUL bytes', rewritten((text) => '\0'.repeat(text.length))],
	['no JSON', rewritten(() => 'hello\n')],
	['of the wrong shape', rewritten(() => '{"version":1,"a":[]}\n')],
	['a list', rewritten(() => '[]\n')],
	[
		'a folder',
		async (path) => {
			await rm(path, { force: true });
			await mkdir(path);
		},
	],
];

const files = ['session.json', 'state/current_history.json', 'state/tool_registry.json', 'state/journal.jsonl'];
const commands = ['help', 'status', 'files', 'load', 'tools', 'new'];

describe('a session whose file is damaged', () => {
	describe.each(files)('%s', (file) => {
		it.each(damages)('when %s, does its commands, and answers the next message', async (what, damage) => {
			await using dir = await tempDir();
			{
				await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([{ text: 'one' }, { text: 'two' }]) });
				await bench.say(message('first words'), message('second words'));
			}
			const path = join(dir.path, 'sessions', sessionId, file);
			await mkdir(dirname(path), { recursive: true });
			await damage(path);
			const brain = scriptedModel([{ text: 'three' }]);
			await using bench = openWorkbench({ home: dir.path, brain });
			const posts = bench.platform.posts;
			await bench.say(message('third words'));
			expect(posts.join('\n')).toContain('three');
			// Of a journal that is lost the snapshot tells, of a snapshot that is lost the journal.
			const told = JSON.stringify(brain.requests[0]?.messages);
			for (const words of ['first words', 'one', 'second words', 'two']) expect(told).toContain(words);
			for (const name of commands) {
				const before = posts.length;
				await bench.say(inbound('command', { name, args: '' }));
				expect(posts.slice(before).join('\n'), name).toMatch(/\S/);
			}
			const all = posts.join('\n');
			expect(all).not.toContain(dir.path);
			expect(all).not.toMatch(/Cannot read|Cannot write|ENOENT|EISDIR/);
			const beside = await readdir(dirname(path));
			// The end of a journal that lacks its line end was cut by a crash.
			const isCut = basename(path) === 'journal.jsonl' && ['half', 'empty', 'full of NUL bytes'].includes(what);
			expect(beside.filter((name) => name.includes('.damaged-'))).toHaveLength(isCut ? 0 : 1);
		});
	});

	it('keeps owner and people where session.json is damaged, so that nobody becomes its owner by it', async () => {
		await using dir = await tempDir();
		const roles = { admins: [], members: undefined, guests: undefined };
		const thread = { platform: 'slack', id: 'T1-C1-1.1' } as const;
		const mine = { thread, person: { id: 'slack:T1/U1', name: 'Ada' } };
		const others = { thread, person: { id: 'slack:T1/U2', name: 'Eve' } };
		{
			await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([{ text: 'one' }]), roles });
			await bench.say({ ...message('mine'), ...mine });
		}
		await writeFile(join(dir.path, 'sessions', 'slack-T1-C1-1__1', 'session.json'), '');
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([]), roles });
		await bench.say({ ...inbound('command', { name: 'clear', args: '' }), ...others });
		expect(bench.platform.posts.at(-1)).toMatch(/is for this session's owner/);
		await bench.say({ ...inbound('command', { name: 'status', args: '' }), ...mine });
		expect(bench.platform.posts.at(-1)).toContain('Session    mine');
	});

	it('tells the thread once that its journal was damaged, and goes on from what stands before the damage', async () => {
		await using dir = await tempDir();
		{
			await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([{ text: 'one' }]) });
			await bench.say(message('first'));
		}
		const path = join(dir.path, 'sessions', sessionId, 'state', 'journal.jsonl');
		const lines = (await readFile(path, 'utf8')).split('\n');
		await writeFile(path, [lines[0], 'damage', ...lines.slice(2)].join('\n'));
		for (const words of ['second', 'third']) {
			await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([{ text: words }]) });
			await bench.say(message(words));
			const told = bench.platform.posts.filter((post) => post.includes('record on the disk was damaged'));
			expect(told).toHaveLength(words === 'second' ? 1 : 0);
			expect(bench.platform.posts.join()).toContain(words);
		}
		const entries = (await readFile(path, 'utf8')).trimEnd().split('\n');
		expect(entries.map((line) => JSON.parse(line).seq)).toEqual(entries.map((_, index) => index + 1));
	});
});

describe('a damaged journal', () => {
	it('is told where the session goes on, also when nothing waits', async () => {
		await using dir = await tempDir();
		{
			await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([{ text: 'one' }]) });
			await bench.say(message('first'));
			await bench.store.due.by(sessionId, 'work', 0);
		}
		const path = join(dir.path, 'sessions', sessionId, 'state', 'journal.jsonl');
		await rewritten((text) => text.replace(/\n.*\n/, '\ndamage\n'))(path);
		const bench = openWorkbench({ home: dir.path, brain: scriptedModel([]) });
		await using _ = bench;
		await bench.dispatch.recover();
		await bench.dispatch.settled();
		expect(bench.platform.posts).toEqual([expect.stringContaining('record on the disk was damaged')]);
	});
});

describe('a store with a damaged row', () => {
	it.each(['inbox', 'records', 'outbox'])('in %s goes on with the others', async (table) => {
		await using dir = await tempDir();
		const path = join(dir.path, 'store.db');
		{
			await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([{ text: 'one' }]) });
			await bench.say(message('first'));
			await bench.store.inbox.add(sessionId, message('left one'));
			await bench.store.records.put('question', sessionId, 'q', { a: 1 });
			await bench.store.records.put('usage', sessionId, 'u', { inputTokens: 5, outputTokens: 5 });
		}
		await spoil(path, table);
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([{ text: 'two' }, { text: 'three' }]) });
		await bench.dispatch.recover();
		await bench.say(message('second'));
		for (const name of commands) await bench.say(inbound('command', { name, args: '' }));
		expect(bench.platform.posts.join('\n')).toMatch(/three|two/);
		expect(bench.platform.posts.join('\n')).not.toMatch(/Cannot read/);
	});
});

async function spoil(path: string, table: string): Promise<void> {
	const { DatabaseSync } = await import('node:sqlite');
	using database = new DatabaseSync(path);
	const column = { inbox: 'inbound', records: 'value', outbox: 'thread' }[table];
	const one = table === 'inbox' ? 'WHERE inbound IS NOT NULL' : '';
	database.exec(`UPDATE ${table} SET ${column} = '{"half' WHERE rowid IN (SELECT rowid FROM ${table} ${one} LIMIT 1)`);
	await openEmbeddedStore(path, { log: silentLogger })[Symbol.asyncDispose]();
}
