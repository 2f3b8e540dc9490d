import { describe, expect, it } from 'vitest';
import type { Thread } from '../../../src/chat/thread.ts';
import { command } from '../../support/commands.ts';
import { type At, everybody, openScene, type Scene, type SceneOptions, type Who } from './scene.ts';

const slack = (id: string): Thread => ({ platform: 'slack', id });
const loads = (at: At) => async (scene: Scene, who: Who) => {
	await scene.act(who, command(`/load ${scene.session}`), at);
	return /Loaded|secret plan/.test(scene.news());
};
const lists = (at: At) => async (scene: Scene, who: Who) => {
	await scene.act(who, command('/load'), at);
	return scene.news().includes('secret plan');
};
const completes = async (scene: Scene, who: Who) => (await scene.complete(who, 'load', '')).includes(scene.session);
const sees = async (scene: Scene, who: Who) => (await scene.overview(who)).includes(scene.session);

const privately: SceneOptions = { here: slack('T1-C5-1.1'), audience: 'private' };
const directly: SceneOptions = { here: slack('T1-D5-1.1'), audience: 'private' };

/**
 * Who may reach what was said where others may not read, and from where. Admins are others.
 *
 *     owner, participant, member, guest, external, admin | member elsewhere, admin elsewhere, admin by role elsewhere, operator
 */
const table: readonly (readonly [
	what: string,
	on: SceneOptions,
	row: string,
	tried: (scene: Scene, who: Who) => Promise<boolean>,
])[] = [
	[
		'a private channel, loaded there',
		privately,
		'++---- ----',
		loads({ thread: slack('T1-C5-2.2'), audience: 'private' }),
	],
	[
		'a private channel, loaded in public',
		privately,
		'------ ----',
		loads({ thread: slack('T1-C1-2.2'), audience: 'public' }),
	],
	[
		'a private channel, loaded in another',
		privately,
		'------ ----',
		loads({ thread: slack('T1-C6-2.2'), audience: 'private' }),
	],
	[
		'a private channel, loaded directly',
		privately,
		'------ ----',
		loads({ thread: slack('T1-D6-2.2'), audience: 'private' }),
	],
	[
		'a private channel, listed there',
		privately,
		'++---- ----',
		lists({ thread: slack('T1-C5-2.2'), audience: 'private' }),
	],
	['a private channel, listed in another workspace', privately, '------ ----', lists({ thread: slack('T2-C5-2.2') })],
	['a private channel, completed', privately, '++---- ----', completes],
	['a private channel, in an overview', privately, '++---- ----', sees],
	[
		'a direct conversation, loaded directly',
		directly,
		'++---- ----',
		loads({ thread: slack('T1-D5-2.2'), audience: 'private' }),
	],
	[
		'a direct conversation, loaded in public',
		directly,
		'------ ----',
		loads({ thread: slack('T1-C1-2.2'), audience: 'public' }),
	],
	[
		'a direct conversation, loaded in the terminal',
		directly,
		'------ ----',
		loads({ thread: { platform: 'terminal', id: 'x' } }),
	],
	['a direct conversation, completed', directly, '++---- ----', completes],
	['a direct conversation, in an overview', directly, '++---- ----', sees],
	[
		'what is not known to be public, listed by whom it is not',
		{ audience: 'alone' },
		'++---- ----',
		lists({ thread: slack('T1-C1-2.2'), audience: 'alone' }),
	],
];

describe('the table of what some alone may read', () => {
	it.each(table)(
		'holds for %s',
		async (_what, on, row, tried) => {
			const expected = row.replace(' ', '').split('');
			const seen: string[] = [];
			for (const who of everybody) {
				await using scene = await openScene(on);
				seen.push((await tried(scene, who)) ? '+' : '-');
			}
			expect(everybody.map((who, at) => `${seen[at]} ${who}`)).toEqual(
				everybody.map((who, at) => `${expected[at]} ${who}`),
			);
		},
		60_000,
	);
});
