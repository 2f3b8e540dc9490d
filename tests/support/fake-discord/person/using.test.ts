import { MessageFlags } from 'discord.js';
import { expect, test } from 'vitest';
import { waitFor } from '../../wait-for.ts';
import { commandedBot as online } from './commanded-bot.ts';

test('a slash command comes with its options, is deferred and then answered', async () => {
	await using at = await online(async (interaction) => {
		if (!interaction.isChatInputCommand()) return;
		await interaction.deferReply({ flags: MessageFlags.Ephemeral });
		const file = interaction.options.getAttachment('file1', true);
		const text = await (await fetch(file.url)).text();
		await interaction.editReply(`${interaction.options.getString('prompt')} ${file.name} ${text}`);
		await interaction.followUp({ content: 'more', flags: MessageFlags.Ephemeral });
	});
	const { fake, ada } = at;
	const file1 = { name: 'data.csv', bytes: new TextEncoder().encode('a,b') };
	const seen = await ada.slash('smith', 'ask', { options: { prompt: 'sum', file1 } }, fake.channel);
	expect(seen.deferred).toBe(true);
	await waitFor(() => seen.followUps.length === 1, 'the follow-up');
	expect(seen).toMatchObject({ ephemeral: true, thinking: false, response: { content: 'sum data.csv a,b' } });
	expect(seen.response?.ephemeralTo).toBe(fake.ada);
	expect(seen.followUps[0]?.content).toBe('more');
	const [interaction] = at.seen;
	expect(interaction).toMatchObject({ context: 0, attachmentSizeLimit: 10 * 1024 * 1024, guildId: fake.guild });
	expect(interaction?.appPermissions.has('SendMessages')).toBe(true);
	expect(interaction?.memberPermissions?.has('Administrator')).toBe(true);
	expect(at.bot.errors).toEqual([]);
});

test('a command that nobody answers fails after three seconds, and cannot be answered later', async () => {
	await using at = await online(async () => undefined);
	const { fake, ada } = at;
	const pending = ada.slash('smith', 'ask', { options: { prompt: 'x' } }, fake.channel);
	const interaction = await waitFor(() => at.seen[0], 'the interaction');
	fake.advance(3000);
	expect((await pending).answeredAt).toBeUndefined();
	if (!interaction.isChatInputCommand()) throw new Error('No command');
	await expect(interaction.deferReply()).rejects.toMatchObject({ code: 10062 });
});

test('an interaction can be answered for fifteen minutes', async () => {
	await using at = await online(async (interaction) => interaction.isRepliable() && interaction.deferReply());
	const { fake, ada } = at;
	const seen = await ada.slash('smith', 'ask', { options: { prompt: 'x' } }, fake.channel);
	expect(seen.thinking).toBe(true);
	const [interaction] = at.seen;
	if (!interaction?.isRepliable()) throw new Error('No interaction');
	await waitFor(() => interaction.deferred, 'the end of its call');
	fake.advance(14 * 60_000);
	await interaction.editReply('in time');
	fake.advance(60_000);
	await expect(interaction.editReply('late')).rejects.toMatchObject({ code: 50027 });
	expect(seen.response?.content).toBe('in time');
});

test('people cannot use what is not offered', async () => {
	await using at = await online(async () => undefined);
	const { fake, ada } = at;
	const slash = (...[name, sub, options]: [string, string, object?]) =>
		ada.slash(name, sub, { options: (options ?? {}) as never }, fake.channel);
	await expect(slash('other', 'ask')).rejects.toThrow('no command "other"');
	await expect(slash('smith', 'dance')).rejects.toThrow('only: ask, load');
	await expect(slash('smith', 'ask')).rejects.toThrow('"prompt" must be given');
	await expect(slash('smith', 'ask', { prompt: 'x', more: 'y' })).rejects.toThrow('no option "more"');
	await expect(slash('smith', 'ask', { prompt: 7 })).rejects.toThrow('takes a string');
	await expect(slash('smith', 'ask', { prompt: 'x'.repeat(6001) })).rejects.toThrow('6000 characters');
	const { channel } = await ada.dm('hello');
	const direct = await ada.dm('and');
	await expect(ada.messageCommand('Work on this', direct.id)).rejects.toThrow('direct conversations');
	const thread = await ada.startThread(await ada.say(fake.channel, 'x'), 'X');
	fake.archive(thread);
	await expect(ada.slash('smith', 'ask', { options: { prompt: 'x' } }, thread)).rejects.toThrow('archived');
	expect(fake.interactions()).toEqual([]);
	void ada.slash('smith', 'ask', { options: { prompt: 'x' } }, channel);
	expect((await waitFor(() => at.seen[0], 'the interaction')).context).toBe(1);
});

test('completions are offered', async () => {
	await using at = await online(async (interaction) => {
		if (!interaction.isAutocomplete()) return;
		await interaction.respond([{ name: interaction.options.getFocused(), value: 'v' }]);
	});
	const typed = { option: 'session', value: 'sla' };
	const seen = await at.ada.autocomplete('smith', 'load', typed, at.fake.channel);
	expect(seen.choices).toEqual([{ name: 'sla', value: 'v' }]);
	const wrong = at.ada.autocomplete('smith', 'ask', { option: 'prompt', value: 'x' }, at.fake.channel);
	await expect(wrong).rejects.toThrow('offers nothing');
});

test('a command on a message brings the message', async () => {
	await using at = await online(async (interaction) => {
		if (interaction.isMessageContextMenuCommand()) await interaction.reply(interaction.targetMessage.content);
	});
	const { fake, ada } = at;
	const id = await fake.as(fake.grace).say(fake.channel, 'please look');
	expect((await ada.messageCommand('Work on this', id)).response?.content).toBe('please look');
	expect(fake.messages(fake.channel).at(-1)?.interaction).toBe(fake.interactions()[0]?.id);
});

test('buttons and selects work for those who see them, when they are there and not disabled', async () => {
	await using at = await online(async (interaction) => {
		if (interaction.isButton()) await interaction.update({ content: 'pressed' });
		if (interaction.isStringSelectMenu()) await interaction.reply(interaction.values.join());
	});
	const { ada, channel } = at;
	const options = [1, 2].map((n) => ({ label: `L${n}`, value: `v${n}` }));
	const { id } = await channel.send({
		content: 'choose',
		components: [
			{
				type: 1,
				components: [
					{ type: 2, style: 1, label: 'Go', customId: 'go' },
					{ type: 2, style: 1, label: 'Off', customId: 'off', disabled: true },
				],
			},
			{ type: 1, components: [{ type: 3, customId: 'pick', options, maxValues: 2 }] },
		],
	});
	await expect(ada.click(id, 'gone')).rejects.toThrow('there is "go", "off", "pick"');
	await expect(ada.click(id, 'off')).rejects.toThrow('disabled');
	await expect(ada.click(id, 'pick')).rejects.toThrow('no button');
	await expect(ada.choose(id, 'pick', ['v3'])).rejects.toThrow('does not offer "v3"');
	expect((await ada.choose(id, 'pick', ['v1', 'v2'])).response?.content).toBe('v1,v2');
	expect((await ada.click(id, 'go')).response).toMatchObject({ id, content: 'pressed' });
});

test('an ephemeral message is there for one person only', async () => {
	const row = { type: 1, components: [{ type: 2, style: 1, label: 'Go', customId: 'go' }] } as const;
	await using at = await online(async (interaction) => {
		if (interaction.isChatInputCommand()) {
			await interaction.reply({ content: 'psst', components: [row], flags: MessageFlags.Ephemeral });
		} else if (interaction.isButton()) await interaction.deferUpdate();
	});
	const { fake, ada } = at;
	const { response } = await ada.slash('smith', 'ask', { options: { prompt: 'x' } }, fake.channel);
	await expect(fake.as(fake.grace).click(response?.id ?? '', 'go')).rejects.toThrow('does not see');
	expect((await ada.click(response?.id ?? '', 'go')).deferred).toBe(true);
});
