import { expect, test } from 'vitest';
import { waitFor } from '../../wait-for.ts';
import { commandedBot as online } from './commanded-bot.ts';

test('a form is opened, filled in and sent once', async () => {
	const form = {
		title: 'Details',
		custom_id: 'form',
		components: [
			{ type: 18, label: 'Name', component: { type: 4, custom_id: 'name', style: 1, max_length: 5 } },
			{
				type: 18,
				label: 'Kind',
				component: { type: 3, custom_id: 'kind', options: [{ label: 'A', value: 'a' }], required: false },
			},
			{ type: 18, label: 'Files', component: { type: 19, custom_id: 'files', max_values: 2 } },
		],
	};
	await using at = await online(async (interaction) => {
		if (interaction.isChatInputCommand()) {
			await at.bot.client.rest.post(`/interactions/${interaction.id}/${interaction.token}/callback`, {
				body: { type: 9, data: form },
				auth: false,
			});
		} else if (interaction.isModalSubmit()) {
			const { fields } = interaction;
			const files = fields.getUploadedFiles('files', true).map(({ name }) => name);
			await interaction.reply(
				[fields.getTextInputValue('name'), ...fields.getStringSelectValues('kind'), ...files].join(),
			);
		}
	});
	const { fake, ada } = at;
	const { modal } = await ada.slash('smith', 'ask', { options: { prompt: 'x' } }, fake.channel);
	if (!modal) throw new Error('No form came');
	expect(modal).toMatchObject({ title: 'Details', customId: 'form' });
	expect(modal.fields.map(({ label, required }) => [label, required])).toEqual([
		['Name', true],
		['Kind', false],
		['Files', true],
	]);
	const files = [{ name: 'a.txt', bytes: new Uint8Array(1) }];
	await expect(ada.submit(modal, { files })).rejects.toThrow('"name" must be filled in');
	await expect(ada.submit(modal, { name: 'much too long', files })).rejects.toThrow('5 characters');
	await expect(ada.submit(modal, { name: 'x', other: 'y', files })).rejects.toThrow('no "other"');
	await expect(fake.as(fake.grace).submit(modal, { name: 'x', files })).rejects.toThrow('before them');
	const sent = await ada.submit(modal, { name: 'Bo', kind: ['a'], files });
	expect(sent.response?.content).toBe('Bo,a,a.txt');
	await expect(ada.submit(modal, { name: 'Bo', files })).rejects.toThrow('sent already');
	expect(at.bot.errors).toEqual([]);
});

test('an app that only a person brought along can answer there, five times after the first', async () => {
	await using at = await online(async (interaction) => interaction.isRepliable() && interaction.reply('here'));
	const { fake } = at;
	const away = fake.addGuild({ name: 'Away', withBot: false });
	const [channel = ''] = fake.channelsOf(away);
	const stranger = fake.as(fake.addUser({ name: 'stranger' }));
	fake.addMember({ guild: away, user: stranger.id });
	const ask = () => stranger.slash('smith', 'ask', { options: { prompt: 'x' } }, channel);
	await expect(ask()).rejects.toThrow('not installed');
	fake.installFor(stranger.id);
	expect((await ask()).response?.content).toBe('here');
	const [interaction] = at.seen;
	if (!interaction?.isRepliable()) throw new Error('No interaction');
	expect(interaction.authorizingIntegrationOwners).toMatchObject({ 1: stranger.id });
	expect(interaction.inCachedGuild()).toBe(false);
	await waitFor(() => interaction.replied, 'the end of its call');
	for (let count = 0; count < 5; count += 1) await interaction.followUp(`more ${count}`);
	await expect(interaction.followUp('too many')).rejects.toMatchObject({ code: 40094 });
});
