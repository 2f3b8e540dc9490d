import { Command, Argument as CommanderArgument, type OptionValues } from 'commander';
import type { Argument, ChoiceArgument, Values, ValuesOf, WordArgument } from './agent/commands/syntax/arguments.ts';
import { type ActionInfo, actionsOf, type CommandOf, isGroup } from './agent/commands/syntax/command-info.ts';
import { valuesIn } from './agent/commands/syntax/read-arguments.ts';
import { usageOf } from './agent/commands/syntax/usage-of.ts';
import { toolName, toolVersion } from './agent/commands/tools/tool-arguments.ts';
import { folderOf, splitRule } from './chat/place.ts';
import { demoPlatforms, ownPlatform } from './demo/demo-platforms.ts';
import { platforms } from './platforms.ts';
import type { ExportTarget } from './portable/export.ts';
import type { ToolsRequest } from './portable/tools.ts';

/** All that the command line can ask for. Each resolves with the process's exit code. */
export interface Verbs {
	/**
	 * Serves the chat platforms that are configured. Where there are none, or with `terminal`, opens a thread in this terminal; `load` names a
	 * session to go on with there.
	 */
	talk(options: { readonly load?: string; readonly terminal?: boolean }): Promise<number>;
	demo(platform: string, options: { readonly json?: boolean }): Promise<number>;
	/** Checks settings and model endpoint, for the doctor, or asks a person for them. */
	settings(request: SettingsRequest): Promise<number>;
	/** Shows forged tools, or writes one to a file. */
	tools(request: ToolsRequest): Promise<number>;
	/** Serves the forged tools of a session or catalog to an MCP client. */
	mcp(where: string, options: McpOptions): Promise<number>;
}

export type SettingsRequest = { readonly action: 'check'; readonly json?: boolean } | { readonly action: 'ask' };

export interface McpOptions {
	readonly inputs?: string;
	readonly outputs: string;
}

/** A verb, or a part of one, with the same kinds of arguments that a command in a thread has, and flags beside them. */
interface Verb extends ActionInfo {
	readonly flags: readonly Flag[];
	/** Resolves with the exit code. */
	run(values: Values, options: OptionValues): Promise<number>;
}

type Flag = readonly [flags: string, help: string, otherwise?: string];

interface VerbWith<L extends readonly Argument[], Options extends OptionValues>
	extends Omit<Verb, 'arguments' | 'run'> {
	readonly arguments: L;
	run(values: ValuesOf<L>, options: Options): Promise<number>;
}

/** A verb whose `run` is handed values with the types that its arguments give them. */
function verb<const L extends readonly Argument[], Options extends OptionValues>(given: VerbWith<L, Options>): Verb {
	return given;
}

/** Runs the verb that the arguments name; resolves with its exit code. `--help` and mistakes are answered by the parser itself. */
export async function runCli(argv: readonly string[], version: string, verbs: Verbs): Promise<number> {
	let code = 0;
	const program = new Command('threadsmith')
		.description('A self-hosted agent bot: every chat thread is a session with its own hardened sandbox.')
		.version(version)
		.option('--terminal', 'open a thread in this terminal, also where a chat platform is configured')
		.option('--load <id>', 'go on with this session in this terminal')
		.showHelpAfterError('(--help lists what there is)')
		.addHelpText(
			'after',
			'\nAlso: threadsmith doctor [--json] checks what this machine needs.\nSettings: environment or .env, explained in deploy/example.env.',
		)
		.usage('[options] [verb]')
		// Verbs and their parts are listed with their usage, which is long.
		.configureHelp({ subcommandTerm: (command) => `${command.name()} ${command.usage()}`, minWidthToWrap: 20 })
		.allowExcessArguments()
		.action(async (options: { load?: string; terminal?: boolean }, { args: [unknown] }: Command) => {
			if (unknown === 'help') return program.help();
			if (unknown !== undefined) program.error(`error: there is no verb "${unknown}"`);
			code = await verbs.talk(options);
		});
	for (const one of verbTable(verbs)) {
		const parent = isGroup(one) ? program.command(one.name).description(one.help) : program;
		for (const part of actionsOf(one))
			addVerb(parent, part, (ended) => {
				code = ended;
			});
	}
	await program.parseAsync(argv, { from: 'user' });
	return code;
}

const platform = {
	kind: 'choice',
	name: 'platform',
	help: `where it is played (default: ${ownPlatform})`,
	choices: demoPlatforms,
	optional: true,
} as const satisfies ChoiceArgument;

const catalogs = platforms.map(({ rules: { examples } }) => folderOf(splitRule(examples[0] ?? '').place));
const where = {
	kind: 'word',
	name: 'where',
	help: `a session id, or a catalog such as ${catalogs.join(' or ')}; session:<id> or catalog:<id> where both are there`,
} as const satisfies WordArgument;

/** Where a tool is looked for: left out, in the session used last. */
const source = { ...where, help: `${where.help} (default: the session used last)`, optional: true } as const;
/** A name that no tool can have is answered with those that are there. */
const name = { ...toolName, form: /^(?!\d+$)\S+$/ };
const wanted = [source, name, { ...toolVersion, help: `${toolVersion.help} (default: the current one)` }] as const;

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
			subcommands: [listVerb(verbs), showVerb(verbs), exportVerb(verbs)],
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

function listVerb({ tools }: Verbs): Verb {
	return verb({
		name: 'list',
		help: 'the tools of a session (default: the one used last) or catalog',
		arguments: [source],
		flags: [],
		run: (values) => tools({ action: 'list', ...values }),
	});
}

function showVerb({ tools }: Verbs): Verb {
	return verb({
		name: 'show',
		help: 'one tool in full',
		arguments: wanted,
		flags: [],
		run: (values) => tools({ action: 'show', ...values }),
	});
}

function exportVerb({ tools }: Verbs): Verb {
	return verb({
		name: 'export',
		help: 'one tool as a standalone script that `uv run --script` runs',
		arguments: wanted,
		flags: [
			['--output <file>', 'where to; - is standard output (default: <name>.py)'],
			['--force', 'replace the file if it is there'],
		],
		run: (values, { output, force = false }: Partial<ExportTarget>) =>
			tools({ action: 'export', ...values, output, force }),
	});
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
	return `${flags.length > 0 ? '[options] ' : ''}${wordsOf(info)}`;
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
