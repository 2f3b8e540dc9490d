import { ApplicationCommandType, InteractionResponseType } from 'discord-api-types/v10';
import type { Verdict } from '../../../src/demo/verdicts.ts';
import type { FakeDiscord } from '../fake-discord/fake-discord.ts';
import { verdict } from '../platform-demo/common-verdicts.ts';

/** https://docs.discord.com/developers/interactions/receiving-and-responding: milliseconds until the first response. */
const responseMs = 3000;

export interface UsedCommand {
	readonly discord: FakeDiscord;
	readonly channel: string;
	readonly thread: string;
}

/** `/smith ask` was there to be used, was answered in time, and a thread came of it. */
export function commandVerdicts({ discord, channel, thread }: UsedCommand): Verdict[] {
	return [registered(discord), deferred(discord), begun({ discord, channel, thread })];
}

function registered(discord: FakeDiscord): Verdict {
	const smith = discord
		.commands()
		.find(({ name, type }) => name === 'smith' && type === ApplicationCommandType.ChatInput);
	const subcommands = (smith?.options ?? []).map(({ name }) => name);
	return verdict('/smith is registered', `${subcommands.length} subcommands`, subcommands.includes('ask'));
}

function deferred(discord: FakeDiscord): Verdict {
	const [{ createdAt, response } = {}] = discord.interactions();
	const isDeferred = response?.type === InteractionResponseType.DeferredChannelMessageWithSource;
	const ms = (response?.at ?? Number.POSITIVE_INFINITY) - (createdAt ?? 0);
	const value = response === undefined ? 'not answered' : `after ${ms} ms`;
	return verdict('the command was deferred within 3 s', value, isDeferred && ms < responseMs);
}

/** On the answer to the command, and named as the request begins. */
function begun({ discord, channel, thread }: UsedCommand): Verdict {
	const [{ original, payload } = {}] = discord.interactions();
	const found = discord.threads(channel).find(({ id }) => id === thread && id === original);
	const named = found !== undefined && JSON.stringify(payload).includes(JSON.stringify(found.name).slice(1, -1));
	return verdict('a thread was begun, named after the request', found?.name ?? 'no thread', named);
}
