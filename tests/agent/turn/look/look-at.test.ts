import { describe, expect, it } from 'vitest';
import { sessionPathsIn } from '../../../../src/store/session/layout.ts';
import { createFakeSandboxes } from '../../../support/fake-sandboxes.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { message, openWorkbench } from '../../../support/workbench.ts';

const look = (path: string) => ({ calls: [{ name: 'look_at', args: { path } }] });
const facts = { width: 9, height: 9, shown: [9, 9], frames: 1, ground: 'white' };
const png = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1').toString('base64');

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
		const shown = [['a.png.seen.png', `data:image/png;base64,${png}`]];
		expect(brain.requests[0]?.pictures).toBeUndefined();
		expect([...(brain.requests[1]?.pictures ?? [])]).toEqual(shown);
		expect(brain.requests[1]?.messages.at(-1)).toMatchObject({ ok: true, pictures: ['a.png.seen.png'] });
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
		expect(names).not.toContain('0.png.seen.png');
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
});
