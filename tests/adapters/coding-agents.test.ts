import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scriptedModel } from '../support/scripted-model.ts';
import { tempDir } from '../support/temp-dir.ts';
import { waitFor } from '../support/wait-for.ts';
import { type CodingStage, openCodingStage } from './coding-stage.ts';
import { discordPlace } from './discord/discord-place.ts';
import { type Asked, has, type Place, type PlaceThread } from './forge-place.ts';
import { slackPlace } from './slack/slack-place.ts';

const before = 'a = 1\n';
const after = 'a = 2\nb = 3\n';

async function open(place: Place, home: string, replies: Parameters<typeof scriptedModel>[0] = []) {
	const brain = scriptedModel(replies);
	const stage = await openCodingStage(place, { home, brain });
	await writeFile(join(stage.workspace, 'a.py'), before);
	return { ...stage, brain, file: () => readFile(join(stage.workspace, 'a.py'), 'utf8') };
}

/** Says it, and resolves with the question that the agent asks. */
async function askedBy(thread: PlaceThread, words: string): Promise<Asked> {
	await thread.as('member').say(words);
	const asked = await waitFor(() => thread.questions().at(-1), 'the question');
	await waitFor(() => !thread.isAtWork(), 'the end of the work');
	await waitFor(() => !has(thread.seen(), '⋯'), 'no line of anything that runs');
	return asked;
}

const isSeen = (thread: PlaceThread, words: string) => waitFor(() => has(thread.seen(), words), `"${words}"`);
const begunBoxes = ({ coding }: CodingStage) => coding.done.filter((one) => one.startsWith('box '));

describe.each([
	['Slack', slackPlace],
	['Discord', discordPlace],
])('a coding agent in %s', (_, openPlace) => {
	it('asks with its diff and buttons, edits when it may, and answers with what it changed', async () => {
		await using place = await openPlace();
		await using dir = await tempDir();
		await using stage = await open(place, dir.path);
		const thread = place.thread();
		const asked = await askedBy(thread, 'agent scribe --ask mend');
		expect(asked.text).toContain('Scribe asks whether it may change');
		for (const line of ['-a = 1', '+a = 2', '+b = 3']) expect(asked.text).toContain(line);
		expect(asked.buttons).toHaveLength(2);
		expect(await stage.file()).toBe(before);
		await thread.as('member').press(asked, 0);
		await isSeen(thread, 'It is mended.');
		await isSeen(thread, 'Scribe changed 1 file');
		expect(thread.seen().join('\n')).toMatch(/a\.py.*\(\+2 −1\)/);
		expect(await stage.file()).toBe(after);
		expect([thread.questions(), stage.brain.requests]).toEqual([[], []]);
	});

	it('that is told no changes nothing', async () => {
		await using place = await openPlace();
		await using dir = await tempDir();
		await using stage = await open(place, dir.path);
		const thread = place.thread();
		await thread.as('member').press(await askedBy(thread, 'agent scribe --ask mend'), 1);
		await isSeen(thread, 'It is left as it was.');
		await isSeen(thread, 'Scribe changed no files');
		expect(await stage.file()).toBe(before);
	});

	it('hands a change over as a file, before it asks, where a message has no room', async () => {
		await using place = await openPlace();
		await using dir = await tempDir();
		await using _stage = await open(place, dir.path);
		const thread = place.thread();
		const asked = await askedBy(thread, 'agent scribe --ask rewrite');
		expect(asked.text).toContain('permission.diff above');
		expect(thread.files()).toEqual([{ name: 'permission.diff', text: expect.stringContaining('+line 400') }]);
		// Behind it stands at most the mention of whoever is to answer.
		expect(
			thread
				.seen()
				.filter((text) => !text.includes('this waits for an answer'))
				.at(-1),
		).toBe(asked.text);
		await thread.as('member').press(asked, 1);
		await isSeen(thread, 'It is not rewritten.');
	});

	it('is given the next message as its next prompt, and hands a long diff over as a file', async () => {
		await using place = await openPlace();
		await using dir = await tempDir();
		await using stage = await open(place, dir.path);
		const thread = place.thread();
		await thread.as('member').press(await askedBy(thread, 'agent scribe --ask mend'), 0);
		await isSeen(thread, 'It is mended.');
		await thread.as('admin').say('grow');
		await isSeen(thread, 'It has grown.');
		const [diff] = await waitFor(() => thread.files().length > 0 && thread.files(), 'the diff');
		expect(diff).toMatchObject({ name: 'scribe-1.diff', text: expect.stringContaining('+line 400') });
		expect(has(thread.seen(), '+line 400')).toBe(false);
		expect(begunBoxes(stage)).toHaveLength(1);
		expect(stage.brain.requests).toEqual([]);
	});

	it('ends when it is stopped in the middle of a prompt, and the Brain answers what comes next', async () => {
		await using place = await openPlace();
		await using dir = await tempDir();
		await using stage = await open(place, dir.path, [{ text: 'Here I am.' }]);
		const thread = place.thread();
		await thread.as('member').say('agent scribe linger');
		await isSeen(thread, 'Follow a log');
		await thread.as('member').say('stop');
		await isSeen(thread, 'Scribe, at work');
		await waitFor(() => !thread.isAtWork(), 'the end of the work');
		await isSeen(thread, 'Scribe had changed 1 file until then. The Brain answers here again.');
		expect(await stage.file()).toBe('a = half\n');
		expect(stage.coding.done.slice(-2)).toEqual([expect.stringMatching(/^end /), expect.stringMatching(/^remove /)]);
		await thread.as('member').say('are you there?');
		await isSeen(thread, 'Here I am.');
		expect(begunBoxes(stage)).toHaveLength(1);
	});

	it('goes when it is done, and the Brain answers what comes next', async () => {
		await using place = await openPlace();
		await using dir = await tempDir();
		await using stage = await open(place, dir.path, [{ text: 'Here I am.' }]);
		const thread = place.thread();
		await thread.as('member').say('agent scribe grow');
		await isSeen(thread, 'It has grown.');
		await thread.as('member').say('agent done');
		await waitFor(() => stage.coding.done.at(-1)?.startsWith('remove '), 'the end of the run');
		await thread.as('member').say('are you there?');
		await isSeen(thread, 'Here I am.');
		expect(stage.brain.requests).toHaveLength(1);
	});

	it('is answered, told and stopped by nobody who has no rights where they see it', async () => {
		await using place = await openPlace();
		await using dir = await tempDir();
		await using stage = await open(place, dir.path);
		const thread = place.thread('shared');
		const asked = await askedBy(thread, 'agent scribe --ask mend');
		const done = [...stage.coding.done];
		const stranger = thread.as('stranger');
		for (const choice of [0, 1] as const) await stranger.press(asked, choice);
		for (const words of ['yes', 'agent done', 'stop']) await stranger.say(words);
		await stage.bench.dispatch.settled();
		expect([thread.questions(), await stage.file(), stage.coding.done]).toEqual([[asked], before, done]);
		await thread.as('member').press(asked, 0);
		await isSeen(thread, 'It is mended.');
		expect(await stage.file()).toBe(after);
	});
});
