import {
	type APIMessage,
	ComponentType,
	InteractionResponseType,
	InteractionType,
	MessageFlags,
	Routes,
} from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StoredInteraction } from '../records.ts';
import { fileOf, refusedWith } from './rest-client.ts';
import { type Api, modalOf, startApi } from './start-api.ts';

let api: Api;
beforeAll(async () => {
	api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const {
	ChannelMessageWithSource: Answer,
	DeferredChannelMessageWithSource: Defer,
	DeferredMessageUpdate: DeferUpdate,
	UpdateMessage: Update,
	ApplicationCommandAutocompleteResult: Choices,
	Modal,
} = InteractionResponseType;
const { Ephemeral, IsComponentsV2 } = MessageFlags;

const respond: Api['respond'] = (...given) => api.respond(...given);
const hook = ({ token }: StoredInteraction, id?: string) =>
	id === undefined
		? Routes.webhook(api.world.application.id, token)
		: Routes.webhookMessage(api.world.application.id, token, id);
const follow = (interaction: StoredInteraction, body: object, files: ReturnType<typeof fileOf>[] = []) =>
	api.rest.post(hook(interaction), { auth: false, body, files }) as Promise<APIMessage>;
const editOriginal = (interaction: StoredInteraction, body: object) =>
	api.rest.patch(hook(interaction, '@original'), { auth: false, body }) as Promise<APIMessage>;
const click = async () => {
	const components = [
		{
			type: ComponentType.ActionRow,
			components: [{ type: ComponentType.Button, style: 1, label: 'x', custom_id: 'x' }],
		},
	];
	const { id: message } = (await api.rest.post(Routes.channelMessages(api.places.channel), {
		body: { content: 'c', components },
	})) as APIMessage;
	return api.interact({ type: InteractionType.MessageComponent, data: { custom_id: 'x', component_type: 2 }, message });
};
describe('an interaction', () => {
	it('is answered, and shown the answer when that is asked for', async () => {
		const interaction = api.interact();
		const shown = await respond(interaction, Answer, { content: 'hi', flags: Ephemeral }, 'with_response=true');
		expect(shown).toMatchObject({
			interaction: { id: interaction.id, response_message_ephemeral: true },
			resource: {
				type: Answer,
				message: { content: 'hi', flags: Ephemeral, interaction_metadata: { id: interaction.id } },
			},
		});
		expect(api.world.messages.get(interaction.original ?? '')).toMatchObject({ ephemeralTo: api.places.ada });
	});

	it('is deferred, and the first follow-up settles it, as hidden as it was deferred', async () => {
		const interaction = api.interact();
		expect(await respond(interaction, Defer, { flags: Ephemeral })).toBeInstanceOf(ArrayBuffer);
		const { id, flags } = await follow(interaction, { content: 'late' });
		expect([interaction.original, flags]).toEqual([id, Ephemeral]);
		const second = await follow(interaction, { content: 'open' });
		expect(api.world.messages.get(second.id)?.ephemeralTo).toBeUndefined();
		expect(interaction.followUps).toEqual([second.id]);
	});

	it('is deferred, edited with V2, read and deleted', async () => {
		const interaction = api.interact();
		await respond(interaction, Defer);
		const body = { flags: IsComponentsV2, components: [{ type: ComponentType.TextDisplay, content: 'x' }] };
		const { id } = await editOriginal(interaction, body);
		expect(await api.rest.get(hook(interaction, '@original'), { auth: false })).toMatchObject({ id });
		expect(await editOriginal(interaction, body)).toMatchObject({ id });
		await api.rest.delete(hook(interaction, '@original'), { auth: false });
		expect(await refusedWith(editOriginal(interaction, body))).toMatchObject({ status: 404, code: 10008 });
	});

	it('of a component updates its message', async () => {
		const interaction = await click();
		await respond(interaction, Update, { content: 'new', components: [] });
		expect(api.world.messages.get(interaction.message ?? '')).toMatchObject({
			content: 'new',
			components: [],
			edits: 1,
		});
		const other = await click();
		await respond(other, DeferUpdate);
		expect((await editOriginal(other, { content: 'newer' })).id).toBe(other.message);
	});

	it('carries files in answers and follow-ups', async () => {
		const interaction = api.interact();
		await api.rest.post(Routes.interactionCallback(interaction.id, interaction.token), {
			...{
				auth: false,
				body: { type: Answer, data: { content: 'f', attachments: [{ id: 0 }] } },
				files: [fileOf('a.txt', 'a')],
			},
		});
		expect(api.world.messages.get(interaction.original ?? '')?.attachments).toHaveLength(1);
		expect((await follow(interaction, {}, [fileOf('b.txt', 'b')])).attachments[0]?.filename).toBe('b.txt');
	});

	it('of a form is opened as given', async () => {
		const interaction = api.interact();
		await respond(interaction, Modal, modalOf());
		expect(interaction.response?.modal).toMatchObject({ title: 'Title' });
	});

	it('offers choices', async () => {
		const interaction = api.interact({ type: InteractionType.ApplicationCommandAutocomplete });
		await respond(interaction, Choices, { choices: [{ name: 'One', value: 'one' }] });
		expect(interaction.response?.choices).toEqual([{ name: 'One', value: 'one' }]);
	});
});

describe('a hidden file', () => {
	it('is gone after a while, for good', async () => {
		const interaction = api.interact();
		await respond(interaction, Defer, { flags: Ephemeral });
		const { attachments } = await follow(interaction, {}, [fileOf('a.txt', 'a')]);
		const url = attachments[0]?.url ?? '';
		expect(await (await fetch(url)).text()).toBe('a');
		api.world.clock.advance(2 * 3_600_000);
		expect((await fetch(url)).status).toBe(404);
		const refreshed = await api.rest.post('/attachments/refresh-urls', { body: { attachment_urls: [url] } });
		expect(refreshed).toEqual({ refreshed_urls: [{ original: url, refreshed: null }] });
	});
});

describe('an answer is refused', () => {
	it('the second time', async () => {
		const interaction = api.interact();
		await respond(interaction, Defer);
		expect(await refusedWith(respond(interaction, Defer))).toMatchObject({ status: 400, code: 40060 });
	});

	it('after three seconds, and to an interaction that is none', async () => {
		const interaction = api.interact();
		api.world.clock.advance(3000);
		expect(await refusedWith(respond(interaction, Defer))).toMatchObject({ status: 404, code: 10062 });
		expect(await refusedWith(respond({ ...interaction, id: '1'.repeat(18) }, Defer))).toMatchObject({ code: 10062 });
	});

	it('after a quarter of an hour', async () => {
		const interaction = api.interact();
		await respond(interaction, Defer);
		api.world.clock.advance(15 * 60_000);
		expect(await refusedWith(follow(interaction, { content: 'x' }))).toMatchObject({ status: 401, code: 50027 });
	});

	it('as a follow-up before there is an answer, or with a wrong token', async () => {
		const interaction = api.interact();
		expect(await refusedWith(follow(interaction, { content: 'x' }))).toMatchObject({ status: 404, code: 10015 });
		expect(await refusedWith(follow({ ...interaction, token: 'none' }, { content: 'x' }))).toMatchObject({
			code: 10015,
		});
		expect(await refusedWith(editOriginal(interaction, { content: 'x' }))).toMatchObject({ code: 10015 });
	});

	it('as a sixth follow-up of an app that only the person installed', async () => {
		const interaction = api.interact({ byUserInstall: true });
		await respond(interaction, Answer, { content: 'x' });
		for (const content of ['1', '2', '3', '4', '5']) await follow(interaction, { content });
		expect(await refusedWith(follow(interaction, { content: '6' }))).toMatchObject({ status: 400, code: 40094 });
	});
});
