import { ComponentType, InteractionResponseType, InteractionType, MessageFlags } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusedWith } from './rest-client.ts';
import { type Api, modalOf, startApi } from './start-api.ts';

let api: Api;
beforeAll(async () => {
	api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const {
	ChannelMessageWithSource: Answer,
	DeferredChannelMessageWithSource: Defer,
	UpdateMessage: Update,
	ApplicationCommandAutocompleteResult: Choices,
	Modal,
} = InteractionResponseType;
const { IsComponentsV2 } = MessageFlags;

const respond: Api['respond'] = (...given) => api.respond(...given);
const autocomplete = () => api.interact({ type: InteractionType.ApplicationCommandAutocomplete });

describe('a first answer is refused', () => {
	const text = (length: number) => 'x'.repeat(length);
	const inLabel = (component: object) =>
		modalOf({ components: [{ type: ComponentType.Label, label: 'L', component }] });

	it.each<[string, number, object, string]>([
		['deferred with more than ephemeral', Defer, { flags: IsComponentsV2 }, 'data.flags: MESSAGE_FLAGS_INVALID'],
		['empty of fields', Answer, { text: 'x' }, 'data.text: FAKE_UNKNOWN_FIELD'],
		['over 2,000 characters', Answer, { content: text(2001) }, 'data.content: BASE_TYPE_MAX_LENGTH'],
		['of no type', 99, {}, 'type: UNION_TYPE_CHOICES'],
		['with choices for a command', Choices, { choices: [] }, 'type: BASE_TYPE_CHOICES'],
		['with an update for a command', Update, { content: 'x' }, 'type: BASE_TYPE_CHOICES'],
		['with a form of a long title', Modal, modalOf({ title: text(46) }), 'data.title: BASE_TYPE_BAD_LENGTH'],
		['with a form without fields', Modal, modalOf({ components: [] }), 'data.components: BASE_TYPE_BAD_LENGTH'],
		[
			'with a form of six',
			Modal,
			modalOf({ components: Array.from({ length: 6 }, () => ({ type: ComponentType.TextDisplay, content: 'x' })) }),
			'data.components: BASE_TYPE_BAD_LENGTH',
		],
		[
			'with a long label',
			Modal,
			modalOf({
				components: [
					{ type: ComponentType.Label, label: text(46), component: { type: ComponentType.FileUpload, custom_id: 'f' } },
				],
			}),
			'data.components[0].label: BASE_TYPE_BAD_LENGTH',
		],
		[
			'with a file upload of 11',
			Modal,
			inLabel({ type: ComponentType.FileUpload, custom_id: 'f', max_values: 11 }),
			'data.components[0].component.max_values: NUMBER_TYPE_MAX',
		],
		[
			'with an input over 4,000',
			Modal,
			inLabel({ type: ComponentType.TextInput, custom_id: 'i', style: 1, max_length: 4001 }),
			'data.components[0].component.max_length: NUMBER_TYPE_MAX',
		],
		[
			'with an input with its own label',
			Modal,
			inLabel({ type: ComponentType.TextInput, custom_id: 'i', style: 1, label: 'x' }),
			'data.components[0].component.label: FAKE_UNKNOWN_FIELD',
		],
		[
			'with a form of buttons',
			Modal,
			inLabel({ type: ComponentType.Button, custom_id: 'i', style: 1, label: 'x' }),
			'data.components[0].component: UNION_TYPE_CHOICES',
		],
	])('%s', async (_what, type, data, field) => {
		expect(await refusedWith(respond(api.interact(), type, data))).toMatchObject({
			status: 400,
			code: 50035,
			fields: [field],
		});
	});

	it('with 26 choices, or a form for a form', async () => {
		const choices = Array.from({ length: 26 }, (_, at) => ({ name: `${at}`, value: at }));
		const fields = ['data.choices: BASE_TYPE_MAX_LENGTH'];
		expect(await refusedWith(respond(autocomplete(), Choices, { choices }))).toMatchObject({ fields });
		const submitted = api.interact({ type: InteractionType.ModalSubmit, data: { custom_id: 'm', components: [] } });
		expect(await refusedWith(respond(submitted, Modal, modalOf()))).toMatchObject({
			fields: ['type: BASE_TYPE_CHOICES'],
		});
	});

	it('empty', async () => {
		expect(await refusedWith(respond(api.interact(), Answer, {}))).toMatchObject({ code: 50006 });
	});
});
