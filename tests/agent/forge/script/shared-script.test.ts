import { describe, expect, it } from 'vitest';
import { updateRegistry, withTool, withVersion } from '../../../../src/agent/forge/registry/registry.ts';
import { decideShare } from '../../../../src/agent/forge/share/decide-share.ts';
import { shownProposal } from '../../../../src/agent/forge/share/proposal-text.ts';
import { proposeShare } from '../../../../src/agent/forge/share/propose.ts';
import { ModelError } from '../../../../src/base/errors.ts';
import { places } from '../../../../src/platforms.ts';
import { labIn } from '../../../../src/sandbox/lab-home.ts';
import { openEmbeddedStore } from '../../../../src/store/embedded/embedded-store.ts';
import type { FakeTool } from '../../../support/fake-sandboxes.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { type OpenForge, openForge } from '../open-forge.ts';
import { ada, sceneIn } from '../share/open-catalog.ts';
import { coderOf, fakeTry } from '../specs.ts';
import { bashMessages } from './bash-messages.ts';

const name = 'tables/find_person';
const real = 'name,city\nMiriam Oduya,Trondheim\nKeno Ruiz,Arequipa\n';
const given = {
	path: '/workspace/who.py',
	name,
	purpose: 'Find who, such as Miriam Oduya, lives in a city such as Trondheim',
};
const code = 'HOME = "Arequipa"\n\n\ndef run(input):\n    return {"who": "x"}';
const draft = { code, usage: 'find_person {"path": "p.csv", "city": "Trondheim"}', dependencies: [] };

/** Finds who stands before the city in the file. */
const finding: FakeTool = async (args, place) => {
	const runs = args['runs'] as readonly {
		input: Record<string, string>;
		files: Record<string, string>;
		times: number;
	}[];
	const { data } = await fakeTry()({ ...args, runs: [] }, place);
	const ends = runs.map(({ input, files, times }) => {
		const text = files[input['path'] ?? ''];
		const who =
			text
				?.split('\n')
				.find((line) => line.endsWith(`,${input['city']}`))
				?.split(',')[0] ?? 'nobody';
		const error = { type: 'ValueError', message: 'There is no such file', traceback: '' };
		const end = text === undefined ? { ended: 'error', error } : { ended: 'output', output: { who }, files: [] };
		return Array.from({ length: times }, () => end);
	});
	return { ok: true, text: '', data: { ...(data as object), runs: ends } };
};

const watchScript: FakeTool = ({ runs }) => {
	const end = {
		code: 0,
		stdin: { size: 0, text: '' },
		printed: { text: '{"who": "Miriam Oduya"}', cut: false },
		reads: { '/inputs/p.csv': { size: 60, text: real } },
		writes: {},
		seen: [],
	};
	return { ok: true, text: '', data: { code: 'print()', runs: (runs as unknown[]).map(() => end) } };
};

const madeUp = {
	inputs: [
		{ input: { path: 'a.csv', city: 'Bree' }, files: { 'a.csv': 'name,city\nBo Bun,Bree\n' } },
		{ input: { path: 'b.csv', city: 'Trondheim' }, files: { 'b.csv': 'name,city\nJo Jun,Trondheim\n' } },
		{ input: { path: 'c.csv', city: 'Bree' }, files: { 'c.csv': 'name,city\nMiriam Oduya,Bree\n' } },
		{ input: { path: 1 } },
	],
};

async function opened(home: string, ...answers: unknown[]) {
	const coder = coderOf([draft, { ...draft, code: `${code}\n# new` }], [], answers);
	const messages = bashMessages('python3 who.py /inputs/p.csv --city Trondheim');
	const forge = await openForge({ home, coder, messages, watchScript, tryTool: finding });
	expect(await forge.fromScript(given)).toMatchObject({ ok: true });
	return forge;
}

async function propose(forge: OpenForge, records: ReturnType<typeof openEmbeddedStore>['records'], version = 1) {
	await updateRegistry(forge.folder, (registry) =>
		withTool(registry, name, (tool) =>
			withVersion(tool, version, (entry) => ({ ...entry, use: { ...entry.use, calls: 1 } })),
		),
	);
	return proposeShare({ name }, sceneIn(forge.folder), { sessions: forge.sessions, records, places });
}

describe('a tool of a script that is shared', () => {
	it('takes no data of its session along: tests, example, usage, purpose', async () => {
		await using dir = await tempDir();
		await using forge = await opened(dir.path, madeUp);
		await using store = openEmbeddedStore(`${dir.path}/store.db`);
		const proposal = await propose(forge, store.records);
		const shown = await shownProposal(proposal, forge);
		const whole = `${shown.text}${shown.file?.text}`;
		expect(whole).toContain('tests and example are made up');
		expect(whole).toContain('Of that data stand in its code: "Arequipa"');
		expect(whole).toContain('Bo Bun,Bree');
		const said = await decideShare(
			proposal.id,
			{ yes: true, by: ada },
			{ sessions: forge.sessions, records: store.records, places },
		);
		expect(said).toContain(`Shared: ${name} is version 1`);
		const { tools } = await forge.sessions.catalog('local');
		const names = ['tool.py', 'manifest.json', 'tests.json', 'made-up.json'];
		const texts = await Promise.all(names.map((file) => tools.read({ tool: name, version: 1 }, file)));
		expect(texts[3]).toBeUndefined();
		for (const text of [...texts, whole]) expect(text ?? '').not.toMatch(/Miriam|Oduya|Trondheim|Keno|p\.csv/);
		expect(texts[0]).toContain('# tables/find_person: Find who, such as …, lives in a city such as …');
		expect(texts[2]).toBe(
			`${JSON.stringify([{ name: 'Made up 1', from: 'example', input: madeUp.inputs[0]?.input, files: madeUp.inputs[0]?.files, expect: { kind: 'output', output: { who: 'Bo Bun' }, files: [] } }])}\n`,
		);
		expect(
			await decideShare(
				proposal.id,
				{ yes: true, by: ada },
				{ sessions: forge.sessions, records: store.records, places },
			),
		).toBe(said);
	});

	it('is run on what is made up in another lab than on what is real', async () => {
		await using dir = await tempDir();
		await using forge = await opened(dir.path, madeUp);
		const runs = forge.sandboxes.calls.filter(({ tool }) => tool === 'try_tool');
		const [last, ...before] = runs.toReversed();
		expect(JSON.stringify(last?.args)).toContain('Bo Bun,Bree');
		expect(JSON.stringify(last?.args)).not.toContain('Keno');
		expect(before.some(({ session }) => session === last?.session)).toBe(false);
		expect(labIn(last?.session ?? '')).toBeDefined();
	});

	it('that is repaired is of the same data still', async () => {
		await using dir = await tempDir();
		await using forge = await opened(dir.path, madeUp, madeUp);
		await using store = openEmbeddedStore(`${dir.path}/store.db`);
		expect(await forge.repair({ tool: name, change: 'Nothing much' })).toMatchObject({ ok: true });
		const shown = await shownProposal(await propose(forge, store.records, 2), forge);
		expect(`${shown.text}${shown.file?.text}`).toMatch(/^(?![\s\S]*Oduya)[\s\S]*tests and example are made up/);
	});

	it.each([
		['nothing was made up', { inputs: [] }],
		[
			'all that was made up is real',
			{ inputs: [{ input: { path: 'p.csv', city: 'Trondheim' }, files: { 'p.csv': real } }] },
		],
		['nobody could be asked', new ModelError('bad-answer', 'The Coder is gone')],
	])('is refused where %s', async (_, answer) => {
		await using dir = await tempDir();
		await using forge = await opened(dir.path, answer);
		await using store = openEmbeddedStore(`${dir.path}/store.db`);
		await expect(propose(forge, store.records)).rejects.toThrow(
			`Cannot share ${name} 1: its tests are data of this session`,
		);
	});
});
