import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sessionPathsIn } from '../../../../src/store/session/layout.ts';
import { createFakeSandboxes } from '../../../support/fake-sandboxes.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { message, openWorkbench } from '../../../support/workbench.ts';

const look = (path: string) => ({ calls: [{ name: 'look_at', args: { path } }] });
const facts = { width: 9, height: 9, shown: [9, 9], frames: 1, ground: 'white' };
const png = pngOf(9, 9).toString('base64');

describe('look_at', () => {
	it('shows what the Brain has drawn, in this turn and after the session was opened again', async () => {
		await using dir = await tempDir();
		const sandboxes = () =>
			createFakeSandboxes({
				tools: {
					view_picture: () => ({ ok: true, text: '', data: { ...facts, type: 'image/png', data: png, text: '' } }),
				},
				pathsOf: sessionPathsIn(dir.path),
			});
		const brain = scriptedModel([look('/workspace/a.png'), { text: 'blue' }]);
		{
			await using bench = openWorkbench({ home: dir.path, brain, sandboxes: sandboxes() });
			await bench.say(message('draw'));
		}
		const shown = [['a.png.shown.png', `data:image/png;base64,${png}`]];
		expect(brain.requests[0]?.pictures).toBeUndefined();
		expect([...(brain.requests[1]?.pictures ?? [])]).toEqual(shown);
		expect(brain.requests[1]?.messages.at(-1)).toMatchObject({
			ok: true,
			pictures: [{ name: 'a.png.shown.png', path: '/workspace/a.png' }],
		});
		const later = scriptedModel([{ text: 'still blue' }]);
		await using bench = openWorkbench({ home: dir.path, brain: later, sandboxes: sandboxes() });
		await bench.say(message('and now?'));
		expect([...(later.requests[0]?.pictures ?? [])]).toEqual(shown);
	});

	it('shows the newest eight, and keeps the older ones as names', async () => {
		await using dir = await tempDir();
		const sandboxes = createFakeSandboxes({
			tools: {
				view_picture: () => ({ ok: true, text: '', data: { ...facts, type: 'image/png', data: png, text: '' } }),
			},
			pathsOf: sessionPathsIn(dir.path),
		});
		const brain = scriptedModel([...Array.from({ length: 9 }, (_, at) => look(`${at}.png`)), { text: 'ok' }]);
		await using bench = openWorkbench({ home: dir.path, brain, sandboxes });
		await bench.say(message('draw'));
		const names = [...(brain.requests.at(-1)?.pictures?.keys() ?? [])];
		expect(names).toHaveLength(8);
		expect(names).not.toContain('0.png.shown.png');
	});

	it('says why something cannot be seen, and gives the words of a page', async () => {
		await using dir = await tempDir();
		const answers = [{ problem: 'does not exist' }, { ...facts, type: 'image/png', data: png, text: 'Total 7' }];
		const sandboxes = createFakeSandboxes({
			tools: { view_picture: () => ({ ok: true, text: '', data: answers.shift() }) },
			pathsOf: sessionPathsIn(dir.path),
		});
		const brain = scriptedModel([look('no.png'), look('/inputs/a.pdf'), { text: 'ok' }]);
		await using bench = openWorkbench({ home: dir.path, brain, sandboxes });
		await bench.say(message('look'));
		const told = brain.requests.at(-1)?.messages.flatMap((one) => (one.role === 'tool' ? one.text : []));
		expect(told?.[0]).toBe('Cannot look at "no.png": it does not exist');
		expect(told?.[1]).toContain('The text of the page:\nTotal 7');
	});

	it('says how something is shown otherwise than it is', async () => {
		await using dir = await tempDir();
		const long = { width: 1080, height: 14_000, shown: [121, 1568], frames: 3, ground: 'grey' };
		const sandboxes = createFakeSandboxes({
			tools: {
				view_picture: () => ({ ok: true, text: '', data: { ...long, type: 'image/png', data: png, text: '' } }),
			},
			pathsOf: sessionPathsIn(dir.path),
		});
		const brain = scriptedModel([look('a.png'), { text: 'ok' }]);
		await using bench = openWorkbench({ home: dir.path, brain, sandboxes });
		await bench.say(message('look'));
		const told = brain.requests.at(-1)?.messages.at(-1)?.text;
		expect(told).toContain('Looked at "a.png". It is 1080 x 14000 pixels, shown at 121 x 1568: ');
		expect(told).toContain('look_at the parts. It moves: the first of 3 frames is shown. It is shown on grey');
	});

	it('finds what a former journal has among the inputs, and can look at it again', async () => {
		await using dir = await tempDir();
		const view = () => ({ ok: true, text: '', data: { ...facts, type: 'image/png', data: png, text: '' } });
		const sandboxes = createFakeSandboxes({ tools: { view_picture: view }, pathsOf: sessionPathsIn(dir.path) });
		const brain = scriptedModel([look('/inputs/a.png'), { text: 'ok' }, { text: 'ok' }]);
		{
			await using bench = openWorkbench({ home: dir.path, brain, sandboxes });
			await bench.say(message('draw'));
			const [session = ''] = await bench.sessions.list();
			await makeFormer(sessionPathsIn(dir.path)(session));
		}
		await using bench = openWorkbench({ home: dir.path, brain, sandboxes });
		await bench.say(message('and now?'));
		const { pictures, messages = [] } = brain.requests.at(-1) ?? {};
		expect([...(pictures ?? [])]).toEqual([['a.png.seen.png', `data:image/png;base64,${png}`]]);
		const brought = messages.flatMap((one) => (one.role === 'tool' ? (one.pictures ?? []) : []));
		expect(brought).toEqual([{ name: 'a.png.seen.png', path: '/inputs/a.png.seen.png' }]);
	});

	it.each([
		['PNG', pngOf, 'png'],
		['JPEG', jpegOf, 'jpeg'],
	] as const)('shows as many as cost 12,000 tokens, and the rest as names: %s', async (_format, of, type) => {
		await using dir = await tempDir();
		const data = { ...facts, type: `image/${type}`, data: of(1568, 1568).toString('base64'), text: '' };
		const sandboxes = createFakeSandboxes({
			tools: { view_picture: () => ({ ok: true, text: '', data }) },
			pathsOf: sessionPathsIn(dir.path),
		});
		const brain = scriptedModel([...Array.from({ length: 5 }, (_, at) => look(`${at}`)), { text: 'ok' }]);
		await using bench = openWorkbench({ home: dir.path, brain, sandboxes });
		await bench.say(message('draw'));
		expect(brain.requests.at(-1)?.pictures?.size).toBe(3);
	});
});

/** The session as it was when copies lay among the inputs and the journal had names. */
async function makeFormer({ seen, trees, disk }: ReturnType<ReturnType<typeof sessionPathsIn>>): Promise<void> {
	await rename(join(seen, 'a.png.shown.png'), join(trees.inputs, 'a.png.seen.png'));
	const state = join(dirname(disk), 'state');
	for (const path of (await readdir(state)).map((name) => join(state, name))) {
		const now = await readFile(path, 'utf8');
		const former = now.replace(
			/\{\s*"name":\s*"a\.png\.shown\.png",\s*"path":\s*"\/inputs\/a\.png"\s*\}/g,
			'"a.png.seen.png"',
		);
		if (path.endsWith('journal.jsonl')) expect(former).not.toBe(now);
		await writeFile(path, former);
	}
}

function pngOf(width: number, height: number): Buffer {
	const size = Buffer.alloc(8);
	size.writeUInt32BE(width);
	size.writeUInt32BE(height, 4);
	return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR', 'latin1'), size]);
}

/** Its frame stands behind two other segments. */
function jpegOf(width: number, height: number): Buffer {
	const frame = Buffer.from('ffc0000b080000000001011100', 'hex');
	frame.writeUInt16BE(height, 5);
	frame.writeUInt16BE(width, 7);
	return Buffer.concat([Buffer.from('ffd8ffe000040000ffc400040000', 'hex'), frame]);
}
