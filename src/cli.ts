import { Command, Argument as CommanderArgument, Option, type OptionValues } from 'commander';
import type { Argument, ChoiceArgument, Values } from './agent/commands/syntax/arguments.ts';
import { type ActionInfo, actionsOf, type CommandOf, isGroup } from './agent/commands/syntax/command-info.ts';
import { valuesIn } from './agent/commands/syntax/read-arguments.ts';
import { usageOf } from './agent/commands/syntax/usage-of.ts';
import { closestName } from './base/text/closest-name.ts';
import { type CredentialVerbs, credentialVerbs } from './cli/credential-verbs.ts';
import { type DigestVerbs, digestVerb } from './cli/digest-verb.ts';
import { type ImageVerbs, imageVerbs, type KeptVerbs, sessionVerbs, toolVerbs, where } from './cli/kept-verbs.ts';
import { type KeyVerbs, keyVerbs } from './cli/key-verbs.ts';
import { threadCommands } from './cli/thread-commands.ts';
import { type Flag, type Verb, verb } from './cli/verb.ts';
import { agentPlay, codePlay, demoPlatforms, ownPlatform } from './demo/demo-platforms.ts';
import type { PipeOutput } from './talk/by-pipe.ts';

/** All that the command line can ask for. Each resolves with the process's exit code. */
export interface Verbs extends KeptVerbs, ImageVerbs, KeyVerbs, DigestVerbs, CredentialVerbs {
	/**
	 * Serves the chat platforms that are configured. Where there are none, or with `terminal`, opens a thread in this terminal, or answers one
	 * message from a pipe.
	 */
	talk(options: TalkFlags & { readonly terminal: boolean }): Promise<number>;
	demo(platform: string, options: { readonly json?: boolean }): Promise<number>;
	/** Checks settings and model endpoint, for the doctor, or asks a person for them. */
	settings(request: SettingsRequest): Promise<number>;
	/** Serves the forged tools of a session or catalog to an MCP client. */
	mcp(where: string, options: McpOptions): Promise<number>;
}

/** Each of them is about a thread in this terminal. */
interface TalkFlags {
	/** A session to go on with. */
	readonly load?: string;
	/** A session of its own, and none that is unfinished is named. */
	readonly new?: true;
	readonly quiet?: true;
	readonly output?: PipeOutput;
}

export type SettingsRequest = { readonly action: 'check'; readonly json?: boolean } | { readonly action: 'ask' };

export interface McpOptions {
	readonly inputs?: string;
	readonly outputs: string;
}

const outputs: readonly PipeOutput[] = ['text', 'json'];

/** Runs the verb that the arguments name; resolves with its exit code. `--help` and mistakes are answered by the parser itself. */
export async function runCli(argv: readonly string[], version: string, verbs: Verbs): Promise<number> {
	let code = 0;
	const program = new Command('threadsmith')
		.description('A self-hosted agent bot: every chat thread is a session with its own hardened sandbox.')
		.version(version)
		.option('--terminal', 'open a thread in this terminal, also where a chat platform is configured')
		.option('--load <id>', 'go on with this session in this terminal; the beginning of its id is enough')
		.option('--new', 'begin a session in this terminal, and name none that is unfinished')
		.option(
			'--quiet',
			'answer one message from standard input, and say nothing beside the answer but why there is none',
		)
		.addOption(new Option('--output <form>', 'answer one message from standard input in this form').choices(outputs))
		// Options behind a verb are the verb's.
		.enablePositionalOptions()
		.showHelpAfterError('(--help lists what there is)')
		.addHelpText(
			'after',
			'\nIn a pipe: one message comes in, the answer alone goes to standard output, the rest to standard error; the code is 0 when there is an answer, 2 when it asks something, 1 when there is none, and 130 after Ctrl-C.\nAlso: threadsmith doctor [--json] checks what this machine needs; threadsmith image agents [names…] builds the image that coding agents run in.\nSettings: environment or .env, explained in deploy/example.env.',
		)
		.usage('[options] [verb]')
		.helpCommand('help [verb]', 'the help of a verb')
		// Verbs and their parts are listed with their usage, which is long.
		.configureHelp({ subcommandTerm: (command) => `${command.name()} ${command.usage()}`, minWidthToWrap: 20 })
		.allowExcessArguments()
		.action(
			async ({ terminal = false, ...flags }: TalkFlags & { terminal?: boolean }, { args: [unknown] }: Command) => {
				if (unknown !== undefined) program.error(`error: there is no verb "${unknown}"${guess(unknown, program)}`);
				code = await verbs.talk({ ...flags, terminal: terminal || Object.keys(flags).length > 0 });
			},
		);
	for (const one of verbTable(verbs)) {
		const parent = isGroup(one) ? program.command(one.name).description(one.help) : program;
		for (const part of actionsOf(one))
			addVerb(parent, part, (ended) => {
				code = ended;
			});
	}
	const [first = ''] = argv;
	const command = first.replace(/^\//, '');
	if (threadCommands.includes(command))
		program.error(
			`error: there is no verb "${first}": /${command} is said in a thread, which ./threadsmith --terminal opens`,
		);
	await program.parseAsync(argv, { from: 'user' });
	return code;
}

function guess(unknown: string, { commands }: Command): string {
	const meant = closestName(unknown, [...commands.map((command) => command.name()), 'doctor', 'help']);
	return meant === undefined ? '' : `; did you mean "${meant}"?`;
}

const platform = {
	kind: 'choice',
	name: 'platform',
	help: `where it is played (default: ${ownPlatform}), or ${agentPlay}: a coding agent at work, or ${codePlay}: a repository, up to a pull request`,
	choices: demoPlatforms,
	optional: true,
} as const satisfies ChoiceArgument;

function verbTable(verbs: Verbs): readonly CommandOf<Verb>[] {
	return [
		verb({
			name: 'demo',
			help: 'show the whole thing with a scripted model: no account, everything else is real',
			arguments: [platform],
			flags: [['--json', 'print events and results, one JSON object a line']],
			run: ({ platform: place = ownPlatform }, options: { json?: boolean }) => verbs.demo(place, options),
		}),
		verb({
			name: 'settings',
			help: 'check the settings and reach the model endpoint',
			arguments: [],
			flags: [['--json', 'print results, one JSON object a line']],
			run: (_values, options: { json?: boolean }) => verbs.settings({ action: 'check', ...options }),
		}),
		verb({
			name: 'setup',
			help: 'ask for a model and the chat platforms, try each, and write .env; ends with the doctor',
			arguments: [],
			flags: [],
			run: () => verbs.settings({ action: 'ask' }),
		}),
		{
			name: 'tools',
			help: 'forged tools: list, show, or export one as a script that runs anywhere',
			subcommands: toolVerbs(verbs),
		},
		{
			name: 'sessions',
			help: 'sessions: list, show, export or delete one',
			subcommands: sessionVerbs(verbs),
		},
		digestVerb(verbs),
		{
			name: 'keys',
			help: 'keys with which agents in sandboxes ask models: list or revoke',
			subcommands: keyVerbs(verbs),
		},
		{
			name: 'credentials',
			help: 'keys for repositories: list, add or remove',
			subcommands: credentialVerbs(verbs),
		},
		{
			name: 'image',
			help: 'the image of sandboxes: check one of your own (image agents builds that of coding agents)',
			subcommands: imageVerbs(verbs),
		},
		verb({
			name: 'mcp',
			help: 'serve the forged tools of a session or catalog to an MCP client, on standard input and output',
			arguments: [where],
			flags: [
				['--inputs <folder>', "what tools see as /inputs (default: the session's own inputs)"],
				['--outputs <folder>', 'where files that tools write to /outputs are copied to', 'artifacts'],
			],
			run: (values, options: McpOptions) => verbs.mcp(values.where, options),
		}),
	];
}

/** Its arguments may be left out in the middle, which the parser cannot do: it is given all words, and the help that belongs to them. */
function addVerb(parent: Command, { run, flags, ...info }: Verb, ended: (code: number) => void): void {
	const command = parent.command(info.name).description(info.help).argument('[words...]').usage(usageFor(info, flags));
	command.configureHelp({ visibleArguments: () => info.arguments.map(shown) });
	for (const flag of flags) command.option(...flag);
	command.action(async (words: string[], options: OptionValues) => {
		ended(await run(valuesFrom(words, info, command), options));
	});
}

function usageFor(info: ActionInfo, flags: readonly Flag[]): string {
	const options = flags.length > 0 ? ['[options]'] : [];
	// An empty one would be made up by the parser.
	return [...options, wordsOf(info)].filter(Boolean).join(' ') || '[options]';
}

function wordsOf(info: ActionInfo): string {
	return usageOf(info).slice(info.name.length + 1);
}

function shown({ name: called, help, optional }: Argument): CommanderArgument {
	return new CommanderArgument(optional ? `[${called}]` : `<${called}>`, help);
}

function valuesFrom(words: readonly string[], info: ActionInfo, command: Command): Values {
	const values = words.some((word) => /\s/.test(word)) ? undefined : valuesIn(info.arguments, words.join(' '));
	if (values !== undefined) return values;
	const given = words.length === 0 ? 'nothing' : `"${words.join(' ')}"`;
	return command.error(`error: it takes ${wordsOf(info) || 'no arguments'}, not ${given}`);
}
