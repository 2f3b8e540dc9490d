import { Argument, Command } from 'commander';

/** What the command line can ask for. Each resolves with the process's exit code. */
export interface Verbs {
	/**
	 * Serves the chat platforms that are configured. Where there are none, or with `terminal`, opens a thread in this terminal; `load` names a
	 * session to go on with there.
	 */
	talk(options: { readonly load?: string; readonly terminal?: boolean }): Promise<number>;
	demo(platform: DemoPlatform, options: { readonly json?: boolean }): Promise<number>;
	/** Checks settings and model endpoint, for the doctor. */
	settings(options: { readonly json?: boolean }): Promise<number>;
}

const demoPlatforms = ['terminal', 'slack', 'discord'] as const;
export type DemoPlatform = (typeof demoPlatforms)[number];

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
		.addArgument(new Argument('[platform]', 'where it is played').choices(demoPlatforms).default('terminal'))
		.option('--json', 'print events and results, one JSON object a line')
		.action(async (platform: DemoPlatform, options: { json?: boolean }) => {
			code = await verbs.demo(platform, options);
		});
	program
		.command('settings')
		.description('check the settings and reach the model endpoint')
		.option('--json', 'print results, one JSON object a line')
		.action(async (options: { json?: boolean }) => {
			code = await verbs.settings(options);
		});
	await program.parseAsync(argv, { from: 'user' });
	return code;
}
