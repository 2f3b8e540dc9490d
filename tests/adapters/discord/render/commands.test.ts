import {
	type APIApplicationCommand,
	ApplicationCommandOptionType,
	type RESTPutAPIApplicationCommandsJSONBody,
} from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { commandBodies } from '../../../../src/adapters/discord/render/commands.ts';
import { sameCommands } from '../../../../src/adapters/discord/render/same-commands.ts';
import { codingAgents } from '../../../../src/agent/coding/agents.ts';
import { agentCommand } from '../../../../src/agent/commands/coding/agent.ts';
import { repoCommand } from '../../../../src/agent/commands/repo/repo-command.ts';
import type { ChoiceArgument, WordArgument, WordsArgument } from '../../../../src/agent/commands/syntax/arguments.ts';
import type { ActionInfo, CommandInfo } from '../../../../src/agent/commands/syntax/command-info.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import { createRoles, noRules } from '../../../../src/chat/people.ts';
import { openRepositories } from '../../../../src/git/repos/open-repositories.ts';
import { places } from '../../../../src/platforms.ts';
import { realCommands } from '../../../agent/commands/syntax/real-commands.ts';
import { createFakeCoding } from '../../../support/fake-coding.ts';
import { commandBody } from '../../../support/fake-discord/api/form/command.ts';
import { readForm } from '../../../support/fake-discord/api/form/read-form.ts';
import { fakeRepos } from '../../../support/repos/fake-git.ts';
import { memorySecrets } from '../../../support/repos/memory-secrets.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { openWorkbench } from '../../../support/workbench.ts';

const id: WordArgument = { kind: 'word', name: 'id', help: 'the id of a session', complete: async () => ['a'] };
const mode: ChoiceArgument = { kind: 'choice', name: 'mode', help: 'what messages do', choices: ['wait', 'steer'] };
const words: WordsArgument = { kind: 'words', name: 'some-words', help: 'words' };
const version = { kind: 'count', name: 'version', help: 'a version', most: 99, optional: true } as const;
const help: ActionInfo = { name: 'help', help: 'List the commands', arguments: [] };

const infos: readonly CommandInfo[] = [
	help,
	{ name: 'load', help: 'Go on with another session', arguments: [id] },
	{ name: 'mode', help: 'Say whether messages wait', arguments: [mode] },
	{ name: 'steer', help: 'x'.repeat(150), arguments: [words] },
	{ name: 'find', help: 'Find', arguments: [{ ...words, name: 'words', optional: true }] },
];

const tools: CommandInfo = {
	name: 'tools',
	help: 'What tools there are',
	subcommands: [
		{ name: 'list', help: 'List them', arguments: [] },
		{ name: 'show', help: 'Show one', arguments: [version, { ...id, name: 'name' }] },
	],
};

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

	it('makes an option of each argument, of the type that it has', () => {
		const options = subcommands(infos).flatMap((one) => (one.name !== 'ask' ? (one.options ?? []) : []));
		expect(options).toMatchObject([
			{ type: 3, name: 'id', description: 'The id of a session', required: true, autocomplete: true },
			{
				name: 'mode',
				required: true,
				choices: [
					{ name: 'wait', value: 'wait' },
					{ name: 'steer', value: 'steer' },
				],
			},
			{ type: 3, name: 'some-words', required: true },
			{ name: 'words', required: false },
		]);
	});

	it('makes a group of a command with subcommands, each with its own options, what is needed first', () => {
		const [slash] = checkedBodies([help, tools]);
		const group = slash && 'options' in slash ? slash.options?.at(-1) : undefined;
		expect(group).toEqual({
			type: ApplicationCommandOptionType.SubcommandGroup,
			name: 'tools',
			description: 'What tools there are',
			options: [
				{ type: 1, name: 'list', description: 'List them' },
				{
					type: 1,
					name: 'show',
					description: 'Show one',
					options: [
						{
							type: 3,
							name: 'name',
							description: 'The id of a session',
							required: true,
							max_length: 6000,
							autocomplete: true,
						},
						{ type: 4, name: 'version', description: 'A version', required: false, min_value: 1, max_value: 99 },
					],
				},
			],
		});
	});

	it('offers choices that are too many for a list while they are typed', () => {
		const [first = '', ...more] = Array.from({ length: 26 }, (_, at) => `c${at}`);
		const many: CommandInfo = { ...help, name: 'pick', arguments: [{ ...mode, choices: [first, ...more] }] };
		expect(subcommands([many]).at(-1)?.options).toMatchObject([{ name: 'mode', autocomplete: true }]);
	});

	it('leaves out what Discord has no name or no room for', () => {
		const many = Array.from({ length: 40 }, (_, at) => ({ ...help, name: `c${at}`, help: 'x'.repeat(100) }));
		expect(subcommands(many)).toHaveLength(25);
		const odd = ['ask', 'Upper', 'with space', ''].map((name) => ({ ...help, name }));
		expect(subcommands(odd)).toHaveLength(1);
		const oddWithin = [
			{ ...help, arguments: [{ ...id, name: 'An id' }] },
			{ ...tools, subcommands: [help, { ...help, name: 'Show' }] },
		] as const;
		expect(subcommands(oddWithin)).toHaveLength(1);
	});

	it('leaves out what would be more than 8,000 characters', () => {
		const wide = Array.from({ length: 8 }, (_, at) => ({ ...words, name: `w${at}`, help: 'x'.repeat(100) }));
		const many = Array.from({ length: 12 }, (_, at) => ({ ...help, name: `c${at}`, arguments: wide }));
		const fitting = subcommands(many).length;
		expect(fitting).toBeGreaterThan(5);
		expect(fitting).toBeLessThan(13);
	});

	it('has room for every command of the core', async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([]) });
		const repos = fakeRepos(
			openRepositories({ records: bench.store.records, secrets: memorySecrets(), log: silentLogger }),
		);
		const commands = [
			...realCommands(bench),
			agentCommand({
				...createFakeCoding({ prompt: () => Promise.reject(new Error('Nothing is asked')) }),
				agents: codingAgents,
			}),
			repoCommand({ ...repos, places, roleOf: createRoles(noRules, places) }),
		];
		const [slash] = checkedBodies(commands);
		const options = slash && 'options' in slash ? (slash.options ?? []) : [];
		expect(options.map(({ name }) => name)).toEqual(['ask', ...commands.map(({ name }) => name)]);
	});
});

describe('sameCommands()', () => {
	it('knows our commands as Discord answers them', () => {
		expect(sameCommands(registered(commandBodies(infos)), commandBodies(infos))).toBe(true);
	});

	it.each([
		['a description', { ...help, help: 'Another' }],
		['a name', { ...help, name: 'hilfe' }],
		['an option', { ...help, arguments: [id] }],
		['a subcommand', { ...tools, name: 'help' }],
	] as const satisfies readonly (readonly [string, CommandInfo])[])('sees that %s differs', (_, first) => {
		const changed = [first, ...infos.slice(1)];
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
