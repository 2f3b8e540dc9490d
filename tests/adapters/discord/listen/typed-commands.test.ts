import { Routes } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import type { Command } from '../../../../src/agent/commands/command.ts';
import { restClient } from '../../../support/fake-discord/api/rest-client.ts';
import type { FakeDiscord } from '../../../support/fake-discord/fake-discord.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { openPatient, startPatientDiscord } from './open-patient.ts';
import { verbs } from './verbs.ts';

const [plain, named] = verbs('list', 'show*');
const version = { kind: 'count', name: 'version', help: 'a version', most: 99, optional: true } as const;

/** `tools list` and `tools show <id> [version]`, and `mode [wait|steer]`. */
function commands(): readonly Command[] {
	if (!plain || !named) throw new Error('There are no commands');
	const show = { ...named, arguments: [...named.arguments, version] };
	const modes = { kind: 'choice', name: 'mode', help: 'a mode', choices: ['wait', 'steer'], optional: true } as const;
	return [
		{ name: 'tools', help: 'Tools', subcommands: [plain, show] },
		{ ...plain, name: 'mode', arguments: [modes] },
	];
}

async function openTyped() {
	await using building = new AsyncDisposableStack();
	const discord = building.use(await startPatientDiscord());
	const listen = building.use(await openPatient(discord, { commands: commands() }));
	await waitFor(() => discord.commands().length === 2, 'the commands');
	const parts = building.move();
	return { discord, listen, ada: discord.as(discord.ada), [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

/** Discord shows the commands of a former version: `tools` and `mode` with one text each. */
async function registerFormer(discord: FakeDiscord): Promise<void> {
	const texts = { tools: { name: 'what', autocomplete: true }, mode: { name: 'value' } };
	const options = Object.entries(texts).map(([name, option]) => {
		const text = { type: 3, description: 'x', required: false, ...option };
		return { type: 1, name, description: name, options: [text] };
	});
	const body = [{ name: 'smith', description: 'x', options, contexts: [0, 1, 2], integration_types: [0, 1] }];
	await restClient(discord).put(Routes.applicationCommands(discord.applicationId), { body });
}

describe('a command with typed options', () => {
	it.each([
		['tools list', {}, { name: 'tools', args: '' }],
		['tools show', { id: 's1', version: 2 }, { name: 'tools', args: 'show s1 2' }],
		['tools show', { id: ' s1 ' }, { name: 'tools', args: 'show s1' }],
		['mode', { mode: 'steer' }, { name: 'mode', args: 'steer' }],
		['mode', {}, { name: 'mode', args: '' }],
	])('%s with %j comes to the core as text', async (subcommand, options, expected) => {
		await using at = await openTyped();
		await at.ada.slash('smith', subcommand, { options }, at.discord.channel);
		expect(at.listen.of('command')).toMatchObject([expected]);
	});

	it('does not take two arguments out of one option: how it is given is said to its person alone', async () => {
		await using at = await openTyped();
		const options = { id: 's1 2' };
		const seen = await at.ada.slash('smith', 'tools show', { options }, at.discord.channel);
		expect(seen).toMatchObject({
			ephemeral: true,
			response: { content: 'Give it as: /smith tools show <id> [version]' },
		});
		expect(at.listen.of('command')).toEqual([]);
	});

	it('offers the values of each option, and cannot be given without a subcommand', async () => {
		await using at = await openTyped();
		const { channel } = at.discord;
		const typed = { option: 'id', value: 's', others: { version: 2 } };
		const seen = await at.ada.autocomplete('smith', 'tools show', typed, channel);
		expect(seen.choices.map(({ value }) => value)).toEqual(['s1', 's2']);
		await expect(at.ada.slash('smith', 'tools', {}, channel)).rejects.toThrow('needs a subcommand');
	});
});

describe('a command as a former version has registered it', () => {
	it.each([
		['tools', {}, { name: 'tools', args: '' }],
		['tools', { what: 'show s1 2' }, { name: 'tools', args: 'show s1 2' }],
		['mode', { value: 'steer' }, { name: 'mode', args: 'steer' }],
	])('%s with %j means the same', async (subcommand, options, expected) => {
		await using at = await openTyped();
		await registerFormer(at.discord);
		await at.ada.slash('smith', subcommand, { options }, at.discord.channel);
		expect(at.listen.of('command')).toMatchObject([expected]);
	});

	it('says how it is given where its text asks for nothing', async () => {
		await using at = await openTyped();
		await registerFormer(at.discord);
		const options = { what: 'are great' };
		const seen = await at.ada.slash('smith', 'tools', { options }, at.discord.channel);
		expect(seen.response?.content).toBe('Give it as: /smith tools [list|show]');
	});

	it.each([
		['s', ['show']],
		['show s', ['show s1', 'show s2']],
	])('offers what the whole text %j may become', async (value, expected) => {
		await using at = await openTyped();
		await registerFormer(at.discord);
		const seen = await at.ada.autocomplete('smith', 'tools', { option: 'what', value }, at.discord.channel);
		expect(seen.choices.map((choice) => choice.value)).toEqual(expected);
	});
});
