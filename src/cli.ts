import { Command } from 'commander';

/** What the command line can ask for. Each resolves with the process's exit code. */
export interface Verbs {
	/** Opens a thread in this terminal; `load` names a session to go on with. */
	talk(options: { readonly load?: string }): Promise<number>;
	demo(options: { readonly json?: boolean }): Promise<number>;
	/** Checks settings and model endpoint, for the doctor. */
	settings(options: { readonly json?: boolean }): Promise<number>;
}

/** Runs the verb that the arguments name; resolves with its exit code. `--help` and mistakes are answered by the parser itself. */
export async function runCli(argv: readonly string[], version: string, verbs: Verbs): Promise<number> {
	let code = 0;
	const program = new Command('threadsmith')
		.description('A self-hosted agent bot: every chat thread is a session with its own hardened sandbox.')
		.version(version)
		.option('--load <id>', 'go on with this session')
		.showHelpAfterError('(--help lists what there is)')
		.addHelpText(
			'after',
			'\nAlso: threadsmith doctor [--json] checks what this machine needs.\nSettings: environment or .env, explained in deploy/example.env.',
		)
		.usage('[options] [verb]')
		.allowExcessArguments()
		.action(async (options: { load?: string }, { args: [unknown] }: Command) => {
			if (unknown === 'help') return program.help();
			if (unknown !== undefined) program.error(`error: there is no verb "${unknown}"`);
			code = await verbs.talk(options);
		});
	program
		.command('demo')
		.description('show the whole thing with a scripted model: no account, everything else is real')
		.option('--json', 'print events and results, one JSON object a line')
		.action(async (options: { json?: boolean }) => {
			code = await verbs.demo(options);
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
