import { type APIMessage, ButtonStyle, ComponentType, MessageFlags, Routes } from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnyComponent, walk } from './form/check-components.ts';
import { fileOf, refusedWith } from './rest-client.ts';
import { type Api, startApi } from './start-api.ts';

let api: Api;
beforeAll(async () => {
	api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const { ActionRow, Button, StringSelect, UserSelect, Section, TextDisplay, Thumbnail, MediaGallery, Container } =
	ComponentType;

const post = (body: object, files: ReturnType<typeof fileOf>[] = []) =>
	api.rest.post(Routes.channelMessages(api.places.channel), { body, files }) as Promise<APIMessage>;
const postV2 = (...components: object[]) => post({ flags: MessageFlags.IsComponentsV2, components });
const postRows = (...rows: object[][]) =>
	post({ content: 'x', components: rows.map((components) => ({ type: ActionRow, components })) });

let made = 0;
const button = (fields: object = {}) => {
	made += 1;
	return { type: Button, style: ButtonStyle.Primary, label: 'Go', custom_id: `b${made}`, ...fields };
};
const option = (value: string) => ({ label: value, value });
const select = (fields: object = {}) => ({ type: StringSelect, custom_id: 's', options: [option('a')], ...fields });
const words = (content: string) => ({ type: TextDisplay, content });
const times = <T>(count: number, of: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => of(at));

describe('components', () => {
	it('are answered with an id each', async () => {
		const inner = { type: Section, components: [words('a')], accessory: button() };
		const { components } = await postV2({ type: Container, components: [words('b'), inner] });
		expect(walk(components as readonly AnyComponent[]).map(({ component }) => component.id)).toEqual([1, 2, 3, 4, 5]);
	});

	it('of every kind are taken', async () => {
		const picture = { media: { url: 'attachment://p.png' } };
		const body = {
			flags: MessageFlags.IsComponentsV2,
			components: [
				{ type: Section, components: [words('a')], accessory: { type: Thumbnail, ...picture, description: 'p' } },
				{ type: MediaGallery, items: [picture, { media: { url: 'https://pictures.example/q.png' } }] },
				{ type: ComponentType.Separator, divider: true, spacing: 2 },
				{ type: Container, accent_color: 0xff, components: [words('b'), { type: ActionRow, components: [select()] }] },
				{ type: ActionRow, components: [{ type: UserSelect, custom_id: 'u' }] },
				{
					type: ActionRow,
					components: [button({ style: ButtonStyle.Link, url: 'https://a.example', custom_id: undefined })],
				},
			],
		};
		const { components, attachments } = await post(body, [fileOf('p.png', 'p')]);
		expect(components).toHaveLength(6);
		expect(attachments).toEqual([]);
	});

	it('of 40 in all and 4,000 characters are taken', async () => {
		expect((await postV2(...times(40, () => words('x'.repeat(100))))).components).toHaveLength(40);
	});
});

describe('components are refused', () => {
	const long = (length: number) => 'x'.repeat(length);

	it.each<[string, () => Promise<unknown>, string]>([
		['over 40', () => postV2(...times(41, () => words('x'))), 'components: COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED'],
		[
			'nested over 40',
			() => postV2({ type: Container, components: times(40, () => words('x')) }),
			'components: COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED',
		],
		[
			'over 4,000 characters in all',
			() => postV2(words(long(2000)), words(long(2001))),
			'components: COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED',
		],
		['with an empty text', () => postV2(words('')), 'components[0].content: BASE_TYPE_REQUIRED'],
		['with a text over 4,000', () => postV2(words(long(4001))), 'components[0].content: BASE_TYPE_BAD_LENGTH'],
		['in six rows', () => postRows(...times(6, () => [button()])), 'components: BASE_TYPE_MAX_LENGTH'],
		[
			'with six buttons in a row',
			() => postRows(times(6, () => button())),
			'components[0].components: BASE_TYPE_BAD_LENGTH',
		],
		['with an empty row', () => postRows([]), 'components[0].components: BASE_TYPE_BAD_LENGTH'],
		[
			'with a select beside a button',
			() => postRows([button(), select()]),
			'components[0].components[1]: COMPONENT_LAYOUT_WIDTH_EXCEEDED',
		],
		[
			'with one custom id twice',
			() => postRows([button({ custom_id: 'a' }), button({ custom_id: 'a' })]),
			'components[0].components[1].custom_id: COMPONENT_CUSTOM_ID_DUPLICATED',
		],
		[
			'with a custom id over 100',
			() => postRows([button({ custom_id: long(101) })]),
			'components[0].components[0].custom_id: BASE_TYPE_BAD_LENGTH',
		],
		[
			'without a custom id',
			() => postRows([button({ custom_id: undefined })]),
			'components[0].components[0].custom_id: BASE_TYPE_REQUIRED',
		],
		[
			'with a label over 80',
			() => postRows([button({ label: long(81) })]),
			'components[0].components[0].label: BASE_TYPE_MAX_LENGTH',
		],
		[
			'with a button that shows nothing',
			() => postRows([button({ label: '' })]),
			'components[0].components[0].label: BASE_TYPE_REQUIRED',
		],
		[
			'with a link and a custom id',
			() => postRows([button({ url: 'https://a.example' })]),
			'components[0].components[0]: BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE',
		],
		[
			'with a button of no style',
			() => postRows([button({ style: 9 })]),
			'components[0].components[0].style: NUMBER_TYPE_MAX',
		],
		[
			'with an emoji that is none',
			() => postRows([button({ emoji: { name: 'x' } })]),
			'components[0].components[0].emoji.name: COMPONENT_INVALID_EMOJI',
		],
		[
			'with 26 options',
			() => postRows([select({ options: times(26, (at) => option(`${at}`)) })]),
			'components[0].components[0].options: BASE_TYPE_BAD_LENGTH',
		],
		[
			'with an option twice',
			() => postRows([select({ options: [option('a'), option('a')] })]),
			'components[0].components[0].options[1].value: SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
		],
		[
			'with a placeholder over 150',
			() => postRows([select({ placeholder: long(151) })]),
			'components[0].components[0].placeholder: BASE_TYPE_MAX_LENGTH',
		],
		[
			'with more values than options',
			() => postRows([select({ max_values: 2 })]),
			'components[0].components[0].max_values: SELECT_COMPONENT_MAX_VALUES_INVALID',
		],
		['with a button outside a row', () => postV2(button()), 'components[0]: UNION_TYPE_CHOICES'],
		[
			'with a container in a container',
			() => postV2({ type: Container, components: [{ type: Container, components: [words('x')] }] }),
			'components[0].components[0]: UNION_TYPE_CHOICES',
		],
		[
			'with a section without accessory',
			() => postV2({ type: Section, components: [words('x')] }),
			'components[0].accessory: BASE_TYPE_REQUIRED',
		],
		[
			'with a file that was not sent',
			() => postV2({ type: ComponentType.File, file: { url: 'attachment://a.txt' } }),
			'components[0].file.url: UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND',
		],
		[
			'with a file elsewhere',
			() => postV2({ type: ComponentType.File, file: { url: 'https://a.example/a' } }),
			'components[0].file.url: URL_TYPE_INVALID_SCHEME',
		],
		[
			'with a field that is none',
			() => postRows([button({ colour: 1 })]),
			'components[0].components[0].colour: FAKE_UNKNOWN_FIELD',
		],
		['with text in a row', () => postRows([words('x')]), 'components[0].components[0]: UNION_TYPE_CHOICES'],
		[
			'with an input in a message',
			() => postRows([{ type: ComponentType.TextInput, custom_id: 'i', style: 1 }]),
			'components[0].components[0]: UNION_TYPE_CHOICES',
		],
	])('%s', async (_what, call, field) => {
		expect(await refusedWith(call())).toMatchObject({ status: 400, code: 50035, fields: [field] });
	});

	it('of V2 where this Discord is told to refuse it', async () => {
		await using other = await startApi({ withoutComponentsV2: true });
		const body = { flags: MessageFlags.IsComponentsV2, components: [words('x')] };
		const fields = ['flags: MESSAGE_FLAGS_INVALID'];
		const call = other.rest.post(Routes.channelMessages(other.places.channel), { body });
		expect(await refusedWith(call)).toMatchObject({ code: 50035, fields });
	});
});
