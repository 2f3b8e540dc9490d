import { Argument, Command } from 'commander';
import { folderOf, splitRule } from './chat/place.ts';
import { demoPlatforms, ownPlatform } from './demo/demo-platforms.ts';
import { platforms } from './platforms.ts';
import type { ToolsRequest, Wanted } from './portable/tools.ts';

/** What the command line can ask for. Each resolves with the process's exit code. */
export interface Verbs {
	/**
	 * Serves the chat platforms that are configured. Where there are none, or with `terminal`, opens a thread in this terminal; `load` names a
	 * session to go on with there.
	 */
	talk(options: { readonly load?: string; readonly terminal?: boolean }): Promise<number>;
	demo(platform: string, options: { readonly json?: boolean }): Promise<number>;
	/** Checks settings and model endpoint, for the doctor. */
	settings(options: { readonly json?: boolean }): Promise<number>;
	/** Shows forged tools, or writes one to a file. */
	tools(request: ToolsRequest): Promise<number>;
	/** Serves the forged tools of a session or catalog to an MCP client. */
	mcp(where: string, options: McpOptions): Promise<number>;
}

export interface McpOptions {
	readonly inputs?: string;
	readonly outputs: string;
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
		.allowExcessArguments()
		.action(async (options: { load?: string; terminal?: boolean }, { args: [unknown] }: Command) => {
			if (unknown === 'help') return program.help();
			if (unknown !== undefined) program.error(`error: there is no verb "${unknown}"`);
			code = await verbs.talk(options);
		});
	program
		.command('demo')
		.description('show the whole thing with a scripted model: no account, everything else is real')
		.addArgument(new Argument('[platform]', 'where it is played').choices(demoPlatforms).default(ownPlatform))
		.option('--json', 'print events and results, one JSON object a line')
		.action(async (platform: string, options: { json?: boolean }) => {
			code = await verbs.demo(platform, options);
		});
	program
		.command('settings')
		.description('check the settings and reach the model endpoint')
		.option('--json', 'print results, one JSON object a line')
		.action(async (options: { json?: boolean }) => {
			code = await verbs.settings(options);
		});
	addTools(program, async (request) => {
		code = await verbs.tools(request);
	});
	program
		.command('mcp')
		.description('serve the forged tools of a session or catalog to an MCP client, on standard input and output')
		.argument('<where>', where)
		.allowExcessArguments(false)
		.option('--inputs <folder>', "what tools see as /inputs (default: the session's own inputs)")
		.option('--outputs <folder>', 'where files that tools write to /outputs are copied to', 'artifacts')
		.action(async (source: string, options: McpOptions) => {
			code = await verbs.mcp(source, options);
		});
	await program.parseAsync(argv, { from: 'user' });
	return code;
}

const catalogs = platforms.map(({ rules: { examples } }) => folderOf(splitRule(examples[0] ?? '').place));
const where = `a session id, or a catalog such as ${catalogs.join(' or ')}; session:<id> or catalog:<id> where both are there`;
const wanted = '[where] <name> [version]: without where the session used last, without version the current one';

function addTools(program: Command, run: (request: ToolsRequest) => Promise<void>): void {
	const tools = program
		.command('tools')
		.description('forged tools: list, show, or export one as a script that runs anywhere');
	tools
		.command('list')
		.description('the tools of a session (default: the one used last) or catalog')
		.argument('[where]', where)
		.allowExcessArguments(false)
		.action((source: string | undefined) => run({ action: 'list', where: source }));
	tools
		.command('show')
		.description('one tool in full')
		.argument('<what...>', wanted)
		.usage('[where] <name> [version]')
		.action((what: string[], _: unknown, command: Command) => run({ action: 'show', ...wantedBy(what, command) }));
	tools
		.command('export')
		.description('one tool as a standalone script that `uv run --script` runs')
		.argument('<what...>', wanted)
		.usage('[options] [where] <name> [version]')
		.option('--output <file>', 'where to; - is standard output (default: <name>.py)')
		.option('--force', 'replace the file if it is there')
		.action((what: string[], options: { output?: string; force?: boolean }, command: Command) =>
			run({ action: 'export', ...wantedBy(what, command), output: options.output, force: options.force === true }),
		);
}

/** The last word is the version where it is a number: no tool has a name that is one. */
function wantedBy(what: readonly string[], command: Command): Wanted {
	const last = what.at(-1) ?? '';
	const version = /^[1-9][0-9]{0,8}$/.test(last) ? Number(last) : undefined;
	const [first, second, ...more] = version === undefined ? what : what.slice(0, -1);
	if (first === undefined || more.length > 0)
		return command.error(`error: it takes [where] <name> [version], not "${what.join(' ')}"`);
	return second === undefined ? { where: undefined, name: first, version } : { where: first, name: second, version };
}
