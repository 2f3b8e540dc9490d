import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
	currentOf,
	emptyRegistry,
	idOf,
	readRegistry,
	updateRegistry,
	withTool,
	withVersion,
} from '../../../../src/agent/forge/registry/registry.ts';
import { CorruptFileError } from '../../../../src/base/errors.ts';
import { openSessions, viewSession } from '../../../../src/store/session/session-folder.ts';
import { keepTool } from '../../../support/kept-tools.ts';
import { tempDir } from '../../../support/temp-dir.ts';

async function openFolder() {
	await using building = new AsyncDisposableStack();
	const dir = building.use(await tempDir());
	const sessions = building.use(openSessions(dir.path));
	const folder = await sessions.open('local-bench');
	const file = join(dir.path, 'sessions/local-bench/state/tool_registry.json');
	const parts = building.move();
	return { home: dir.path, folder, file, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

describe('the registry of a session', () => {
	it('is empty where nothing was forged', async () => {
		await using session = await openFolder();
		expect(await readRegistry(session.folder)).toEqual(emptyRegistry);
	});

	it('keeps changes that are made at the same time, each on what the one before has left', async () => {
		await using session = await openFolder();
		const once = () =>
			updateRegistry(session.folder, ({ counters, ...rest }) => ({
				...rest,
				counters: { ...counters, orders: counters.orders + 1 },
			}));
		await Promise.all(Array.from({ length: 20 }, once));
		expect((await readRegistry(session.folder)).counters.orders).toBe(20);
	});

	it('goes on after a change that failed, which has left nothing', async () => {
		await using session = await openFolder();
		const { version } = await keepTool(session.folder);
		const fails = () => {
			throw new Error('No');
		};
		await expect(updateRegistry(session.folder, fails)).rejects.toThrow('No');
		const after = await updateRegistry(session.folder, (registry) =>
			withTool(registry, 'numbers/double_number', (tool) =>
				withVersion(tool, version, (entry) => ({ ...entry, quarantined: true })),
			),
		);
		expect(after.tools.map((tool) => currentOf(tool).quarantined)).toEqual([true]);
	});

	it('of format 1 is read as one of format 2, the newest version of each tool being the current one', async () => {
		await using session = await openFolder();
		const inputs = [{ name: 'file', type: 'string', description: 'A CSV file' }];
		const tool = { category: 'tables', name: 'sum', purpose: 'Sums', usage: 'sum', inputs, tries: 2, coder: 'c' };
		const versions = [2, 1].map((version) => ({ ...tool, version, forgedAt: '2026-01-01T00:00:00Z' }));
		await session.folder.documents.write('tool_registry', {
			version: 1,
			tools: [...versions, { ...versions[0], name: 'other', version: 1 }],
		});
		const { tools } = await readRegistry(session.folder);
		expect(tools.map((one) => [idOf(one), one.current, one.versions.length])).toEqual([
			['tables/sum', 2, 2],
			['tables/other', 1, 1],
		]);
		expect(tools[0]?.versions[0]).toMatchObject({
			quarantined: false,
			manifest: {
				version: 1,
				input: {
					type: 'object',
					properties: { file: { type: 'string', description: 'A CSV file' } },
					required: ['file'],
					additionalProperties: false,
				},
				provenance: { coder: 'c', tries: 2 },
			},
		});
		await updateRegistry(session.folder, (registry) => registry);
		expect(await readRegistry(session.folder)).toMatchObject({ version: 2, tools });
	});
});

describe('a registry that was edited by hand', () => {
	it.each([
		['is not JSON', (text: string) => text.slice(1), '(all of it)'],
		['is empty', () => '', '(all of it)'],
		[
			'lacks a field',
			(text: string) => text.replace('"purpose": "Doubles a number",', ''),
			'tools[0].versions[0].manifest.purpose',
		],
		[
			'names a version that is not there',
			(text: string) => text.replace('"current": 1', '"current": 7'),
			'tools[0].current',
		],
	])(
		'and %s is refused by file and field to readers, and made anew from the tools for the session itself',
		async (...given) => {
			const [, edit, field] = given;
			await using session = await openFolder();
			await keepTool(session.folder);
			const sound = await readRegistry(session.folder);
			const edited = edit(await readFile(session.file, 'utf8'));
			await writeFile(session.file, edited);
			const view = viewSession(session.home, session.folder.paths.session);
			const refusal = await readRegistry(view).catch((error: unknown) => error);
			expect(refusal).toBeInstanceOf(CorruptFileError);
			expect(refusal).toMatchObject({ file: session.file, field });
			expect(await readFile(session.file, 'utf8')).toBe(edited);
			const rebuilt = await readRegistry(session.folder);
			expect(rebuilt.tools.map(({ current, name }) => ({ current, name }))).toEqual(
				sound.tools.map(({ current, name }) => ({ current, name })),
			);
			expect(await readRegistry(view)).toEqual(rebuilt);
			const [kept] = (await readdir(dirname(session.file))).filter((name) => name.includes('.damaged-'));
			expect(await readFile(join(dirname(session.file), kept ?? ''), 'utf8')).toBe(edited);
		},
	);

	it('of a newer format is refused as such, and stays', async () => {
		await using session = await openFolder();
		await keepTool(session.folder);
		const edited = (await readFile(session.file, 'utf8')).replace('"version": 2', '"version": 3');
		await writeFile(session.file, edited);
		await expect(readRegistry(session.folder)).rejects.toThrow(/version 3, which this Threadsmith does not know/);
		expect(await readFile(session.file, 'utf8')).toBe(edited);
	});

	it('keeps what a newer version has added to it', async () => {
		await using session = await openFolder();
		await keepTool(session.folder);
		const added = (await readFile(session.file, 'utf8'))
			.replace('"tools"', '"later": { "a": 1 }, "tools"')
			.replace('"category"', '"later": 3, "category"')
			.replace('"calls"', '"later": 2, "calls"')
			.replace('"quarantined": false', '"quarantined": true');
		await writeFile(session.file, added);
		await keepTool(session.folder);
		const written = JSON.parse(await readFile(session.file, 'utf8'));
		const [tool] = written.tools;
		expect([written.later, tool.later, tool.versions[0].use.later]).toEqual([{ a: 1 }, 3, 2]);
		expect(tool.versions.map(({ quarantined }: { quarantined: boolean }) => quarantined)).toEqual([true, false]);
	});
});
