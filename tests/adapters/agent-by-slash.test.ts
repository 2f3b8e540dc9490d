import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { scriptedModel } from '../support/scripted-model.ts';
import { tempDir } from '../support/temp-dir.ts';
import { waitFor } from '../support/wait-for.ts';
import { openCodingStage } from './coding-stage.ts';
import { discordPlace } from './discord/discord-place.ts';
import type { Place } from './forge-place.ts';
import { slackPlace } from './slack/slack-place.ts';

async function open(place: Place, home: string) {
	const stage = await openCodingStage(place, { home, brain: scriptedModel([]) });
	await writeFile(join(stage.workspace, 'a.py'), 'a = 1\n');
	return stage;
}

describe('a coding agent that is asked for by a slash in a channel', () => {
	it('answers in a thread of the channel in Slack, and hears what is said there', async () => {
		await using place = await slackPlace();
		await using dir = await tempDir();
		await using stage = await open(place, dir.path);
		const { slack } = place;
		await slack.as('U2').slash('/smith', 'agent scribe grow', 'C1');
		const root = await waitFor(() => slack.messages('C1').find(({ text }) => text.includes('asks:')), 'the thread');
		expect(slack.plainText(root)).toContain('asks: agent scribe grow');
		const seen = () =>
			slack
				.messages('C1', root.ts)
				.map((message) => slack.plainText(message))
				.join('\n');
		await waitFor(() => seen().includes('It has grown.'), 'the answer');
		expect(seen()).toContain('Scribe answers in this thread from now on');
		await slack.as('U2').say('C1', 'grow', { threadTs: root.ts });
		await waitFor(
			() => stage.coding.done.filter((one) => one.startsWith('key opens')).length === 2,
			() => `the next prompt: ${seen()} ${stage.coding.done.join('|')}`,
			15_000,
		);
		expect(stage.coding.done.filter((one) => one.startsWith('box '))).toHaveLength(1);
	});

	it('answers in a thread of the channel in Discord, and hears what is said there', async () => {
		await using place = await discordPlace();
		await using dir = await tempDir();
		await using stage = await open(place, dir.path);
		const { discord } = place;
		await waitFor(() => discord.commands().length === 2, 'the commands');
		const grace = discord.as(discord.grace);
		await grace.slash('smith', 'agent scribe', { options: { task: 'grow' } }, discord.channel);
		const thread = await waitFor(() => discord.threads(discord.channel)[0], 'the thread');
		const seen = () =>
			discord
				.messages(thread.id)
				.map((message) => discord.plainText(message))
				.join('\n');
		await waitFor(() => seen().includes('It has grown.'), 'the answer');
		await waitFor(
			() => seen().includes('Scribe answers in this thread from now on'),
			() => seen(),
		);
		await grace.say(thread.id, 'grow');
		await waitFor(
			() => stage.coding.done.filter((one) => one.startsWith('key opens')).length === 2,
			() => `the next prompt: ${seen()} ${stage.coding.done.join('|')}`,
			15_000,
		);
		expect(stage.coding.done.filter((one) => one.startsWith('box '))).toHaveLength(1);
		expect(discord.dmOf(discord.grace)).toBeUndefined();
	});
});
