import { describe, expect, it } from 'vitest';
import { sessionPathsIn } from '../../src/store/session/layout.ts';
import { createFakeSandboxes, type FakeTool } from '../support/fake-sandboxes.ts';
import { scriptedModel } from '../support/scripted-model.ts';
import { tempDir } from '../support/temp-dir.ts';
import { waitFor } from '../support/wait-for.ts';
import { discordPlace } from './discord/discord-place.ts';
import { has, openStage, type Place } from './forge-place.ts';
import { slackPlace } from './slack/slack-place.ts';

/** A turn that writes a.csv, and says so. */
const turn = (end: string) => [
	{ calls: [{ name: 'bash', args: { command: 'a.csv' } }] },
	{ text: `Wrote a.csv${end}` },
];
const bash: FakeTool = ({ command }, { files }) => {
	for (const name of String(command).split(' ')) files.set(`/outputs/${name}`, Buffer.from(`content of ${name}`));
	return { ok: true, text: 'exit code 0' };
};

async function open(place: Place, home: string, replies: Parameters<typeof scriptedModel>[0]) {
	const brain = scriptedModel(replies);
	const sandboxes = createFakeSandboxes({ tools: { bash }, pathsOf: sessionPathsIn(home) });
	const stage = await openStage(place, { home, brain, sandboxes });
	const thread = place.thread();
	return {
		brain,
		thread,
		async say(words: string, answer: string) {
			await thread.as('admin').say(words);
			await waitFor(() => has(thread.seen(), answer), answer);
			await stage.bench.dispatch.settled();
		},
		[Symbol.asyncDispose]: () => stage[Symbol.asyncDispose](),
	};
}

const askedWith = (request: { readonly messages: readonly { readonly role: string }[] } | undefined) =>
	JSON.stringify(request?.messages.findLast(({ role }) => role === 'user'));

describe('a file that its platform refuses', () => {
	it('is told to the Brain, and handed over by the next turn that writes the same bytes (Slack)', async () => {
		await using place = await slackPlace();
		await using dir = await tempDir();
		await using stage = await open(place, dir.path, [...turn('.'), ...turn(' again.'), ...turn(' at last.')]);
		place.slack.failNext('files.completeUploadExternal', 'storage_limit_reached');
		await stage.say('write it', 'Wrote a.csv');
		expect(stage.thread.seen().join('\n')).toContain('allows no more files');

		await stage.say('once more', 'Wrote a.csv again');
		expect(askedWith(stage.brain.requests[2])).toContain('did not reach the person');
		expect(askedWith(stage.brain.requests[2])).toContain('allows no more files');

		expect(stage.thread.seen().filter((text) => text.includes('a.csv') && text.includes('bytes'))).toHaveLength(1);
		await stage.say('and again', 'Wrote a.csv at last');
		expect(stage.thread.seen().filter((text) => text.includes('a.csv') && text.includes('bytes'))).toHaveLength(1);
		expect(askedWith(stage.brain.requests[4])).not.toContain('did not reach the person');
	});

	it('is handed over by the next turn that makes none, once its cause is gone', async () => {
		await using place = await slackPlace();
		await using dir = await tempDir();
		await using stage = await open(place, dir.path, [...turn('.'), { text: 'Hello.' }, { text: 'Bye.' }]);
		place.slack.failNext('files.completeUploadExternal', 'storage_limit_reached');
		await stage.say('write it', 'Wrote a.csv');
		expect(stage.thread.files()).toEqual([]);
		await stage.say('hello', 'Hello.');
		await stage.say('bye', 'Bye.');
		expect(stage.thread.files()).toEqual([{ name: 'a.csv', text: 'content of a.csv' }]);
	});

	it('for its name holds back no others, is told, and is not tried again under that name (Discord)', async () => {
		await using place = await discordPlace({ autoMod: [{ contains: 'rude', code: 200000 }] });
		await using dir = await tempDir();
		const names = ['a.csv', 'b.csv', 'rude.csv', 'd.csv'];
		const call = { calls: [{ name: 'bash', args: { command: names.join(' ') } }] };
		const replies = [call, { text: 'Written.' }, call, { text: 'Written twice.' }];
		await using stage = await open(place, dir.path, replies);
		await stage.say('write them', 'Written.');
		const seen = stage.thread.seen().join('\n');
		expect(['a.csv', 'b.csv', 'd.csv'].map((name) => seen.includes(name))).toEqual([true, true, true]);
		expect(seen).toContain('r….csv');
		await stage.say('again', 'Written twice.');
		expect(askedWith(stage.brain.requests[2])).toContain('rude.csv');
		expect(askedWith(stage.brain.requests[2])).toContain('give it another one');
		expect(stage.thread.seen().filter((text) => text.includes('r….csv'))).toHaveLength(1);
	});
});
