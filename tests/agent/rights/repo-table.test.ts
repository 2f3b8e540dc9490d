import { describe, expect, it } from 'vitest';
import { command } from '../../support/commands.ts';
import { repository } from '../../support/repos/samples.ts';
import { inbound, message } from '../../support/workbench.ts';
import { opened, openRepoScene, place, type RepoScene, type RepoSceneOptions } from './repo-scene.ts';
import { type At, everybody, type Who } from './scene.ts';

const channel: At = {};
const otherChannel: At = { thread: { platform: 'slack', id: 'T1-C2-1.1' }, audience: 'public' };
const directly: At = { thread: { platform: 'slack', id: 'T1-D5-1.1' }, audience: 'private' };
const wherever = [
	['in its channel', channel],
	['in another channel', otherChannel],
	['directly', directly],
] as const;

type Tried = (scene: RepoScene, who: Who, at: At) => Promise<boolean>;
type Row = readonly [what: string, row: string, at: At, on: RepoSceneOptions, tried: Tried];

const isKept = async ({ repositories }: RepoScene, name: string) =>
	(await repositories.list(place)).some((one) => one.name === name);
const wishes = async ({ repositories }: RepoScene) => (await repositories.list(place))[0]?.wishes;
const gives =
	(line: string, happened: (scene: RepoScene) => Promise<boolean>): Tried =>
	async (scene, who, at) => {
		await scene.act(who, command(line), at);
		return happened(scene);
	};

/** What changes repositories: done when those of the place have changed, wherever it was asked. */
const changes: Readonly<Record<string, Tried>> = {
	add: gives('/repo add https://git.example.org/acme/new --channel all', (scene) => isKept(scene, 'acme/new')),
	remove: gives('/repo remove acme/app', async (scene) => !(await isKept(scene, 'acme/app'))),
	setup: gives('/repo setup acme/app make', async (scene) => (await wishes(scene))?.setup === 'make'),
	test: gives('/repo test acme/app make test', async (scene) => (await wishes(scene))?.test === 'make test'),
	set: gives('/repo set acme/app --draft off', async (scene) => (await wishes(scene))?.draft === false),
};

/** A direct conversation is no channel. */
const addsHere = gives('/repo add https://git.example.org/acme/new', (scene) => isKept(scene, 'acme/new'));
const lists: Tried = async (scene, who, at) => {
	await scene.act(who, command('/repo list'), at);
	return scene.news().includes('acme/app');
};
/** Opened in all of its place. */
const listsAll: Tried = async (scene, who, at) => {
	await scene.repositories.put(repository({ id: 'r-000000000002', name: 'acme/all' }));
	await scene.act(who, command('/repo'), at);
	return scene.news().includes('acme/all');
};
const completes: Tried = async (scene, who, at) => (await scene.complete(who, 'remove a', at)).includes('acme/app');
/** The Brain asks for it, whoever has spoken. */
const opens: Tried = async (scene, who, at) => {
	await scene.act(who, message('open it'), at);
	return scene.guest.folders.has('app');
};
const presses =
	(value: string, happened: (scene: RepoScene) => boolean): Tried =>
	async (scene, who) => {
		const question = scene.question();
		if (!question) throw new Error('Nobody was asked');
		await scene.act(who, inbound('answer', { question: question.id, value }));
		return happened(scene);
	};
const isPushed = ({ world }: RepoScene) => world.pulls.length === 1 && world.arrived.length === 2;
const isTold = (words: RegExp) => (scene: RepoScene) => words.test(scene.result()) && scene.world.arrived.length === 0;

const rests: RepoSceneOptions = { state: 'resting' };
const asks: RepoSceneOptions = { state: 'asks' };
const finding = { severity: 'admin', path: '.github/workflows/ci.yml', why: 'is run by the code host' } as const;
const asksAdmin: RepoSceneOptions = { state: 'asks', findings: [finding] };

/**
 * Who may do what with repositories: `acme/app` is opened in one channel, in which there is a session. Those who are elsewhere try it from a thread of theirs.
 *
 *     owner, participant, member, guest, external, admin | member elsewhere, admin elsewhere, admin by role elsewhere, operator
 */
const table: readonly Row[] = [
	...Object.entries(changes).flatMap(([name, tried]) =>
		wherever.map(([where, at]): Row => [`/repo ${name}, ${where}`, '-----+ ----', at, rests, tried]),
	),
	['/repo add without a channel, directly', '------ ----', directly, rests, addsHere],
	['/repo list, in its channel', '+++--+ ----', channel, rests, lists],
	['/repo list, in another channel', '-----+ ----', otherChannel, rests, lists],
	['/repo list, directly', '-----+ ----', directly, rests, lists],
	['/repo list of one that is opened everywhere, directly', '+++--+ ----', directly, rests, listsAll],
	['completion of /repo, in its channel', '+++--+ ----', channel, rests, completes],
	['completion of /repo, in another channel', '-----+ ----', otherChannel, rests, completes],
	['completion of /repo, directly', '-----+ ----', directly, rests, completes],
	['open_repository, in its channel', '+++--+ ----', channel, rests, opens],
	['open_repository, in another channel', '------ ----', otherChannel, rests, opens],
	['open_repository, directly', '------ ----', directly, rests, opens],
	['“Open pull request”', '++---+ ----', channel, asks, presses('Open pull request', isPushed)],
	['“Go on”', '++---+ ----', channel, asks, presses('Go on', isTold(/wants more work/))],
	['“Drop”', '++---+ ----', channel, asks, presses('Drop', isTold(/does not want it: dropped/))],
	[
		'“Open pull request” of a protected file',
		'-----+ ----',
		channel,
		asksAdmin,
		presses('Open pull request', isPushed),
	],
	[
		'“Drop” of a protected file',
		'-----+ ----',
		channel,
		asksAdmin,
		presses('Drop', isTold(/does not want it: dropped/)),
	],
];

describe('the table of rights in repositories', () => {
	it.each(table)(
		'holds for %s',
		async (_what, row, at, on, tried) => {
			const expected = row.replace(' ', '').split('');
			const mark = async (who: Who) => {
				await using scene = await openRepoScene(on);
				return (await tried(scene, who, at)) ? '+' : '-';
			};
			const seen = await Promise.all(everybody.map(mark));
			const named = (marks: readonly string[]) => everybody.map((who, index) => `${marks[index]} ${who}`);
			expect(named(seen)).toEqual(named(expected));
		},
		60_000,
	);

	it('leaves what others have opened as it was', async () => {
		await using scene = await openRepoScene();
		for (const who of everybody.filter((one) => one !== 'admin here'))
			for (const tried of Object.values(changes)) await tried(scene, who, channel);
		expect(await scene.repositories.list(place)).toEqual([opened]);
	});
});
