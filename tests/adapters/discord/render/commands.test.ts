import {
	type APIApplicationCommand,
	ApplicationCommandOptionType,
	type RESTPutAPIApplicationCommandsJSONBody,
} from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { commandBodies, sameCommands } from '../../../../src/adapters/discord/render/commands.ts';
import type { CommandInfo } from '../../../../src/agent/commands/command.ts';
import { commandBody } from '../../../support/fake-discord/api/form/command.ts';
import { readForm } from '../../../support/fake-discord/api/form/read-form.ts';

const infos: readonly CommandInfo[] = [
	{ name: 'help', usage: 'help', help: 'List the commands' },
	{ name: 'load', usage: 'load <id>', help: 'Go on with another session', complete: async () => ['a'] },
	{ name: 'mode', usage: 'mode <wait|steer>', help: 'Say whether messages wait', complete: async () => ['wait'] },
	{ name: 'steer', usage: 'steer <Some words>', help: 'x'.repeat(150) },
	{ name: 'find', usage: 'find [words]', help: 'Find' },
];

function checkedBodies(commands: readonly CommandInfo[]): RESTPutAPIApplicationCommandsJSONBody {
	const bodies = commandBodies(commands);
	for (const body of bodies) readForm(commandBody, JSON.parse(JSON.stringify(body)));
	return bodies;
}

function subcommands(commands: readonly CommandInfo[]) {
	const [slash] = checkedBodies(commands);
	const options = slash && 'options' in slash ? (slash.options ?? []) : [];
	return options.filter((one) => one.type === ApplicationCommandOptionType.Subcommand);
}

/** As Discord answers what it was given. */
function registered(bodies: RESTPutAPIApplicationCommandsJSONBody): APIApplicationCommand[] {
	const all = bodies.toReversed().map((body, at) => ({
		...{ id: `${at}`, application_id: '1', version: '2', default_member_permissions: null, nsfw: false },
		...{ dm_permission: true, description: '', name_localizations: null, description_localizations: null },
		...structuredClone(body),
		...{ contexts: [2, 1, 0], integration_types: [0, 1] },
	}));
	return all as unknown as APIApplicationCommand[];
}

describe('commandBodies()', () => {
	it('has a slash command with a subcommand for asking and each command of the core, and one for messages', () => {
		const [slash, message] = checkedBodies(infos);
		const everywhere = { contexts: [0, 1, 2], integration_types: [0, 1] };
		expect(slash).toMatchObject({ type: 1, name: 'smith', ...everywhere });
		expect(message).toEqual({ type: 3, name: 'Work on this', ...everywhere });
		expect(subcommands(infos).map(({ name }) => name)).toEqual(['ask', 'help', 'load', 'mode', 'steer', 'find']);
	});

	it('takes words and up to ten files for asking', () => {
		const [ask] = subcommands(infos);
		const options = ask?.options ?? [];
		expect(options[0]).toMatchObject({ type: 3, name: 'prompt', required: true, max_length: 6000 });
		expect(options.slice(1).map(({ type, name, required }) => [type, name, required ?? false])).toEqual(
			Array.from({ length: 10 }, (_, at) => [11, `file${at + 1}`, false]),
		);
	});

	it('makes an option of the argument that the usage names', () => {
		const options = subcommands(infos).flatMap((one) =>
			'options' in one && one.name !== 'ask' ? (one.options ?? []) : [],
		);
		expect(options).toMatchObject([
			{ name: 'id', required: true, autocomplete: true },
			{
				name: 'value',
				required: true,
				choices: [
					{ name: 'wait', value: 'wait' },
					{ name: 'steer', value: 'steer' },
				],
			},
			{ name: 'some-words', required: true },
			{ name: 'words', required: false },
		]);
	});

	it('leaves out what Discord has no name or no room for', () => {
		const many = Array.from({ length: 40 }, (_, at) => ({ name: `c${at}`, usage: `c${at}`, help: 'x'.repeat(100) }));
		expect(subcommands(many)).toHaveLength(25);
		const odd = ['ask', 'Upper', 'with space', ''].map((name) => ({ name, usage: name, help: 'x' }));
		expect(subcommands(odd)).toHaveLength(1);
	});
});

describe('sameCommands()', () => {
	it('knows our commands as Discord answers them', () => {
		expect(sameCommands(registered(commandBodies(infos)), commandBodies(infos))).toBe(true);
	});

	it.each([
		['a description', { ...infos[0], help: 'Another' }],
		['a name', { ...infos[0], name: 'hilfe' }],
		['an option', { ...infos[0], usage: 'help <command>' }],
	] as const)('sees that %s differs', (_, first) => {
		const changed = [{ name: 'help', usage: 'help', ...first }, ...infos.slice(1)] as CommandInfo[];
		expect(sameCommands(registered(commandBodies(infos)), commandBodies(changed))).toBe(false);
	});

	it('sees that one is missing, or too many, or elsewhere', () => {
		const known = registered(commandBodies(infos));
		expect(sameCommands(known.slice(1), commandBodies(infos))).toBe(false);
		expect(sameCommands([...known, ...known.slice(1)], commandBodies(infos))).toBe(false);
		expect(
			sameCommands(
				known.map((one) => ({ ...one, contexts: [0] })),
				commandBodies(infos),
			),
		).toBe(false);
		expect(sameCommands([], commandBodies(infos))).toBe(false);
	});
});
