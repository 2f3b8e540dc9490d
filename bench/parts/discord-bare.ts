import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import {
	ApplicationCommandOptionType,
	ApplicationCommandType,
	type RESTPostAPIChatInputApplicationCommandsJSONBody,
} from 'discord-api-types/v10';
import { type FakeDiscord, startFakeDiscord } from '../../tests/support/fake-discord/fake-discord.ts';

/** An app of discord.js alone that defers each slash command and does nothing else, connected to a fake Discord in this process. */
export interface DiscordBare extends AsyncDisposable {
	readonly discord: FakeDiscord;
}

const childFile = join(import.meta.dirname, 'discord-bare-child.ts');

/** Resolves when it listens and its command is registered. */
export async function startDiscordBare(signal: AbortSignal): Promise<DiscordBare> {
	await using building = new AsyncDisposableStack();
	const discord = building.use(await startFakeDiscord());
	await registerSmith(discord, signal);
	const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
	const child = fork(childFile, [discord.apiUrl, discord.token], { stdio: [...stdio] });
	building.defer(async () => {
		if (child.exitCode !== null || child.signalCode !== null) return;
		const exited = once(child, 'exit');
		child.kill('SIGKILL');
		await exited;
	});
	await once(child, 'message', { signal });
	const parts = building.move();
	return { discord, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

/** `/smith ask` with a prompt, as the bot has it. */
const smith: RESTPostAPIChatInputApplicationCommandsJSONBody = {
	name: 'smith',
	description: 'The least',
	type: ApplicationCommandType.ChatInput,
	options: [
		{
			type: ApplicationCommandOptionType.Subcommand,
			name: 'ask',
			description: 'Ask',
			options: [{ type: ApplicationCommandOptionType.String, name: 'prompt', description: 'What', required: true }],
		},
	],
};

async function registerSmith({ apiUrl, applicationId, token }: FakeDiscord, signal: AbortSignal): Promise<void> {
	const registered = await fetch(`${apiUrl}/v10/applications/${applicationId}/commands`, {
		method: 'PUT',
		headers: { authorization: `Bot ${token}`, 'content-type': 'application/json' },
		body: JSON.stringify([smith]),
		signal,
	});
	if (!registered.ok) throw new Error(`Cannot register the command: ${await registered.text()}`);
}
