import { spawnSync } from 'node:child_process';
import { lstat, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask } from '../../support/commands.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { message, openWorkbench, sessionId } from '../../support/workbench.ts';

/** Puts something there that is no such file as we would write. */
type Put = (path: string) => Promise<unknown>;
const wrong: Readonly<Record<string, Put>> = {
	'a folder': (path) => mkdir(join(path, 'x'), { recursive: true }),
	'a pipe that nobody writes to': async (path) => spawnSync('mkfifo', [path]),
	'a link to a file elsewhere': (path) => symlink('/etc/hostname', path),
	'a link that leads nowhere': (path) => symlink('/nowhere/at/all', path),
	'a megabyte': (path) => writeFile(path, 'word '.repeat(200_000)),
};
const odd: Readonly<Record<string, Put>> = {
	'no UTF-8': (path) => writeFile(path, Buffer.from([0x68, 0x69, 0xff, 0xfe, 0xc3, 0x28])),
	'no JSON': (path) => writeFile(path, '{"version": 1, "mem'),
	nothing: (path) => writeFile(path, ''),
};

const ofSession = (name: string) => join('sessions', sessionId, name);
const read = [
	ofSession('state/memory_registry.json'),
	ofSession('memories/odd.md'),
	'places/local/AGENTS.md',
	'places/local/people/local/memory_registry.json',
	'places/local/people/local/memories/odd.md',
];
const instructions = 'places/local/people/local/AGENTS.md';

async function onBench(put: Put, paths: readonly string[], test: (at: At) => Promise<void>): Promise<void> {
	await using dir = await tempDir();
	const brain = scriptedModel(Array.from({ length: 4 }, () => ({ text: 'ok' })));
	await using bench = openWorkbench({ home: dir.path, brain });
	await bench.say(message('hello'));
	for (const path of paths) {
		await mkdir(dirname(join(dir.path, path)), { recursive: true });
		await rm(join(dir.path, path), { force: true });
		await put(join(dir.path, path));
	}
	await writeFile(join(dir.path, ofSession('memories/due.md')), 'Invoices are due in 14 days');
	await test({ home: dir.path, bench, brain });
}

interface At {
	readonly home: string;
	readonly bench: ReturnType<typeof openWorkbench>;
	readonly brain: ReturnType<typeof scriptedModel>;
}

const newest = ({ brain }: At) => brain.requests.at(-1)?.messages.findLast(({ role }) => role === 'user')?.text ?? '';
const unreadTold = ({ bench }: At) =>
	bench.platform.events.filter((event) => event.type === 'notice' && event.text.includes('cannot be read now'));

describe('where a file that people may change by hand should be', () => {
	it.each(Object.entries({ ...wrong, ...odd }))('%s ends no turn, and all else is told', (_, put) =>
		onBench(put, read, async (at) => {
			await at.bench.say(message('one'));
			expect(newest(at)).toMatch(/\[Memories of this session: .*due \(.*\) Invoices are due in 14 days/);
			expect(at.bench.platform.events.at(-1)).toMatchObject({ type: 'turn-ended', outcome: 'done' });
			expect(await ask(at.bench, '/memory list')).toContain('Invoices are due');
			expect((await lstat(join(at.home, ofSession('state/memory_registry.json')))).isFile()).toBe(true);
		}),
	);

	it.each(Object.entries(wrong))('%s instead of instructions is told once, to people and to the Brain', (_, put) =>
		onBench(put, [instructions], async (at) => {
			await at.bench.say(message('one'));
			expect(newest(at)).toContain('[Instructions by whoever speaks: their file cannot be read now]\n');
			expect(unreadTold(at)).toHaveLength(1);
			await at.bench.say(message('two'));
			expect(newest(at)).toBe('two');
			expect(unreadTold(at)).toHaveLength(1);
			expect(await ask(at.bench, '/instructions show')).toContain('cannot be read');
			await ask(at.bench, '/instructions set me Be brief');
			await at.bench.say(message('three'));
			expect(newest(at)).toContain('Follow them:]\n> Be brief\n');
		}),
	);
});

it('a list of memories ends before its hint: a line right behind a list would be its last item’s', async () => {
	await onBench(
		async () => undefined,
		[],
		async ({ bench }) => {
			expect(await ask(bench, '/memory list')).toMatch(
				/^\*\*Of this session\*\*\n- `due` .*: Invoices are due in 14 days\n\n\S*memory show <id>/,
			);
		},
	);
});
