import {
	type APIApplicationCommand,
	ApplicationCommandType,
	ApplicationCommandOptionType as Kind,
	Routes,
} from 'discord.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refusedWith } from './rest-client.ts';
import { type Api, startApi } from './start-api.ts';

let api: Api;
beforeAll(async () => {
	api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

const put = (body: unknown) =>
	api.rest.put(Routes.applicationCommands(api.world.application.id), { body }) as Promise<APIApplicationCommand[]>;
const command = (fields: object = {}) => ({ name: 'smith', description: 'Asks', ...fields });
const option = (fields: object = {}) => ({ type: Kind.String, name: 'prompt', description: 'What', ...fields });
const withOptions = (...options: object[]) => [command({ options })];
const times = <T>(count: number, of: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => of(at));

describe('commands', () => {
	it('are replaced all at once, and keep their ids', async () => {
		const ask = {
			type: Kind.Subcommand,
			name: 'ask',
			description: 'Ask',
			options: [option({ required: true, autocomplete: true })],
		};
		const body = [
			command({ contexts: [0, 1, 2], integration_types: [0, 1], options: [ask] }),
			{ type: ApplicationCommandType.Message, name: 'Work on this', contexts: [0] },
		];
		const first = await put(body);
		expect(first).toMatchObject([
			{ name: 'smith', type: 1, contexts: [0, 1, 2] },
			{ name: 'Work on this', type: 3 },
		]);
		const second = await put([body[1], command({ name: 'other' })]);
		expect(second[0]?.id).toBe(first[1]?.id);
		expect(await api.rest.get(Routes.applicationCommands(api.world.application.id))).toEqual(second);
		expect([...api.world.commands.global.values()]).toHaveLength(2);
	});

	it('of a guild are its own, and have no contexts', async () => {
		const path = Routes.applicationGuildCommands(api.world.application.id, api.places.guild);
		const made = (await api.rest.post(path, { body: command() })) as APIApplicationCommand;
		expect(made.guild_id).toBe(api.places.guild);
		expect(await refusedWith(api.rest.post(path, { body: command({ contexts: [0] }) }))).toMatchObject({ code: 50035 });
		await api.rest.delete(Routes.applicationGuildCommand(api.world.application.id, api.places.guild, made.id));
		const again = api.rest.get(Routes.applicationGuildCommand(api.world.application.id, api.places.guild, made.id));
		expect(await refusedWith(again)).toMatchObject({ status: 404, code: 10063 });
	});

	it('take 25 attachments with types of files', async () => {
		const files = times(25, (at) =>
			option({ type: Kind.Attachment, name: `file${at}`, file_types: ['image', '.csv'] }),
		);
		expect((await put(withOptions(...files)))[0]?.options).toHaveLength(25);
	});

	const sub = (fields: object = {}) => ({ type: Kind.Subcommand, name: 'ask', description: 'Ask', ...fields });
	const choice = (at: number) => ({ name: `${at}`, value: `${at}` });

	it.each<[string, unknown, string]>([
		['without a name', [{ description: 'x' }], '[0].name: BASE_TYPE_REQUIRED'],
		['with capitals', [command({ name: 'Smith' })], '[0].name: APPLICATION_COMMAND_INVALID_NAME'],
		['with a name over 32', [command({ name: 'x'.repeat(33) })], '[0].name: BASE_TYPE_BAD_LENGTH'],
		[
			'with a description over 100',
			[command({ description: 'x'.repeat(101) })],
			'[0].description: BASE_TYPE_BAD_LENGTH',
		],
		['without a description', [{ name: 'x' }], '[0].description: BASE_TYPE_REQUIRED'],
		['twice', [command(), command()], '[1]: APPLICATION_COMMANDS_DUPLICATE_NAME'],
		['with a field that is none', [command({ context: [0] })], '[0].context: FAKE_UNKNOWN_FIELD'],
		['with a context that is none', [command({ contexts: [7] })], '[0].contexts[0]: BASE_TYPE_CHOICES'],
		[
			'of a message with a description',
			[{ type: 3, name: 'x', description: 'x' }],
			'[0].description: BASE_TYPE_CHOICES',
		],
		[
			'with 26 options',
			withOptions(...times(26, (at) => option({ name: `o${at}` }))),
			'[0].options: BASE_TYPE_MAX_LENGTH',
		],
		[
			'with an option twice',
			withOptions(option(), option()),
			'[0].options[1].name: APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS',
		],
		[
			'with a required option last',
			withOptions(option(), option({ name: 'b', required: true })),
			'[0].options[1]: APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
		],
		[
			'with subcommands beside options',
			withOptions(sub(), option()),
			'[0].options[1]: APPLICATION_COMMAND_OPTIONS_TYPE_INVALID',
		],
		[
			'with 26 choices',
			withOptions(option({ choices: times(26, choice) })),
			'[0].options[0].choices: BASE_TYPE_MAX_LENGTH',
		],
		[
			'with choices and completion',
			withOptions(option({ choices: [choice(1)], autocomplete: true })),
			'[0].options[0].choices: APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE',
		],
		[
			'with types of files for a text',
			withOptions(option({ file_types: ['image'] })),
			'[0].options[0].file_types: APPLICATION_COMMAND_OPTION_FIELD_INVALID',
		],
		[
			'with a subcommand in a subcommand',
			withOptions(sub({ options: [sub()] })),
			'[0].options[0].options[0].type: NUMBER_TYPE_MIN',
		],
		[
			'with a group without subcommands',
			withOptions({ type: Kind.SubcommandGroup, name: 'tools', description: 'Tools' }),
			'[0].options[0].options: BASE_TYPE_REQUIRED',
		],
		[
			'with an empty group',
			withOptions({ type: Kind.SubcommandGroup, name: 'tools', description: 'Tools', options: [] }),
			'[0].options[0].options: BASE_TYPE_BAD_LENGTH',
		],
		[
			'with a group in a group',
			withOptions({
				...{ type: Kind.SubcommandGroup, name: 'a', description: 'A' },
				options: [{ type: Kind.SubcommandGroup, name: 'b', description: 'B' }],
			}),
			'[0].options[0].options[0].type: BASE_TYPE_CHOICES',
		],
		[
			'with a subcommand twice in a group',
			withOptions({ type: Kind.SubcommandGroup, name: 'a', description: 'A', options: [sub(), sub()] }),
			'[0].options[0].options[1].name: APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS',
		],
		[
			'with a group named as a subcommand is',
			withOptions(sub(), { type: Kind.SubcommandGroup, name: 'ask', description: 'A', options: [sub()] }),
			'[0].options[1].name: APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS',
		],
		[
			'with a required option last, deep within',
			withOptions(sub({ options: [option(), option({ name: 'b', required: true })] })),
			'[0].options[0].options[1]: APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID',
		],
		[
			'with a text to choose for a number',
			withOptions(option({ type: Kind.Integer, choices: [choice(1)] })),
			'[0].options[0].choices[0].value: FAKE_CHOICE_OF_OTHER_TYPE',
		],
		[
			'with a choice twice',
			withOptions(option({ choices: [choice(1), choice(1)] })),
			'[0].options[0].choices[1].name: FAKE_CHOICE_TWICE',
		],
		[
			'with nothing between its bounds',
			withOptions(option({ type: Kind.Integer, min_value: 2, max_value: 1 })),
			'[0].options[0].max_value: FAKE_NOTHING_BETWEEN',
		],
		['with a long text', withOptions(option({ max_length: 6001 })), '[0].options[0].max_length: NUMBER_TYPE_MAX'],
		[
			'over 8,000 characters',
			withOptions(
				...times(8, (at) =>
					sub({
						name: `s${at}`,
						options: times(9, (of) => option({ name: `o${of}`, description: 'x'.repeat(100) })),
						description: 'x'.repeat(100),
					}),
				),
			),
			'[0]: APPLICATION_COMMAND_TOO_LARGE',
		],
	])('are refused %s', async (_what, body, field) => {
		expect(await refusedWith(put(body))).toMatchObject({ status: 400, code: 50035, fields: [field] });
	});

	it('are refused when there are too many, or of another application', async () => {
		expect(await refusedWith(put(times(101, (at) => command({ name: `c${at}` }))))).toMatchObject({ code: 30032 });
		expect(await refusedWith(put(times(16, (at) => ({ type: 3, name: `c${at}` }))))).toMatchObject({ code: 30032 });
		const other = api.rest.put(Routes.applicationCommands('1'.repeat(18)), { body: [] });
		expect(await refusedWith(other)).toMatchObject({ status: 403, code: 20012 });
	});
});

describe('the application', () => {
	it('says what the portal has switched on, and whose it is', async () => {
		expect(await api.rest.get(Routes.currentApplication())).toMatchObject({
			...{ id: api.world.application.id, owner: { id: api.places.ada }, bot: { id: api.world.bot } },
			integration_types_config: { 0: { oauth2_install_params: { scopes: ['applications.commands', 'bot'] } } },
		});
		const flagsOf = async (messageContent: boolean) => {
			await using other = await startApi({ messageContent });
			return ((await other.rest.get('/oauth2/applications/@me')) as { flags: number }).flags & (1 << 19);
		};
		expect(await flagsOf(true)).toBe(1 << 19);
		expect(await flagsOf(false)).toBe(0);
	});

	it('is told where the gateway is', async () => {
		expect(await api.rest.get(Routes.gatewayBot())).toMatchObject({
			url: expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+\/gateway$/),
			...{ shards: 1, session_start_limit: { total: 1000, max_concurrency: 16 } },
		});
		expect(await api.rest.get(Routes.user('@me'))).toMatchObject({ id: api.world.bot, bot: true });
	});
});
