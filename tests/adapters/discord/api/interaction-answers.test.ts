import { InteractionResponseType, MessageFlags } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { createInteractionAnswers } from '../../../../src/adapters/discord/api/interaction-answers.ts';
import type { Reply } from '../../../../src/adapters/discord/replies.ts';
import { openRest } from './open-rest.ts';
import { startAnswers } from './start-answers.ts';

const text = (markdown: string) => ({ kind: 'text', markdown }) as const;
const deferred = {
	type: InteractionResponseType.DeferredChannelMessageWithSource,
	data: { flags: MessageFlags.Ephemeral },
} as const;

describe('answering an interaction', () => {
	it('goes by its own token: deferred, then edited, then followed up, for one person, nobody pinged', async () => {
		await using open = await startAnswers();
		const { api, answers, signal } = open;
		const { at, reply } = open.interact();
		expect(await answers.respond(at, deferred, signal)).toMatchObject({ outcome: 'answered' });
		expect(await answers.editOriginal(reply, text('@everyone First'), signal)).toBe('answered');
		expect(await answers.followUp(reply, text('@everyone Second'), signal)).toBe('answered');
		const messages = [...api.world.messages.values()];
		expect(messages.map(({ content, ephemeralTo }) => [content, ephemeralTo])).toEqual([
			['@everyone First', api.places.ada],
			['@everyone Second', api.places.ada],
		]);
		expect(messages.map(({ allowedMentions }) => allowedMentions)).toEqual([
			{ parse: [], replied_user: false },
			{ parse: [], replied_user: false },
		]);
		expect(api.world.calls.every(({ headers }) => headers['authorization'] === undefined)).toBe(true);
	});

	it('with a message at once tells its id, and pings nobody', async () => {
		await using open = await startAnswers();
		const { api, answers, signal } = open;
		const type = InteractionResponseType.ChannelMessageWithSource;
		const { message } = await answers.respond(open.interact().at, { type, data: { content: '@everyone' } }, signal);
		expect(api.world.messages.get(message ?? '')?.allowedMentions).toEqual({ parse: [], replied_user: false });
	});

	it('is too late after three seconds, and after fifteen minutes', async () => {
		await using open = await startAnswers();
		const { api, answers, signal } = open;
		const [late, answered] = [open.interact(), open.interact()];
		await answers.respond(answered.at, deferred, signal);
		api.world.clock.advance(4000);
		expect((await answers.respond(late.at, deferred, signal)).outcome).toBe('too-late');
		api.world.clock.advance(15 * 60_000);
		expect(await answers.editOriginal(answered.reply, text('x'), signal)).toBe('too-late');
		expect(await answers.followUp(answered.reply, text('x'), signal)).toBe('too-late');
		expect(await answers.removeOriginal(answered.reply, signal)).toBe('too-late');
	});

	it('counts as done when it was answered before, as when the answer was lost', async () => {
		await using open = await startAnswers();
		const { api, answers, signal } = open;
		const { at } = open.interact();
		api.world.faults.failNext('POST /interactions/:id/:token/callback', 'drop-response');
		expect((await answers.respond(at, deferred, signal)).outcome).toBe('answered');
		expect(api.world.calls).toHaveLength(2);
	});

	it('can be taken away', async () => {
		await using open = await startAnswers();
		const { api, answers, signal } = open;
		const { at, reply } = open.interact();
		await answers.respond(at, deferred, signal);
		await answers.editOriginal(reply, text('Words'), signal);
		expect(await answers.removeOriginal(reply, signal)).toBe('answered');
		expect(api.world.messages.size).toBe(0);
	});

	it('with a token that is not valid leaves the token of the bot in use', async () => {
		await using open = await openRest();
		const { calls, signal } = open;
		const reply: Reply = { application: open.discord.applicationId, token: 'wrong', deferred: false };
		expect(await createInteractionAnswers({ calls }).followUp(reply, text('x'), signal)).toBe('too-late');
		expect(await open.application(signal)).toMatchObject({ botUser: open.discord.botUser });
	});
});
