/** The first word of a bot's command line, where root's process has started it. */
export const byRoot = '--by-root';

/**
 * How a command line is run as root. `whole`: in this process, as it changes the host, or only says something; by the bot otherwise: `demo` in a folder
 * of its own, `kept` on what a data folder holds, `talk` on a data folder that is made where there is none.
 */
export type Way = 'whole' | 'demo' | 'kept' | 'talk';

/** Pure. */
export function wayOf(args: readonly string[]): Way {
	const [first = ''] = args;
	if (args.length === 1 && ['--help', '-h', '--version', '-V', 'help'].includes(first)) return 'whole';
	if (['setup', 'image', 'mcp', 'help'].includes(first)) return 'whole';
	if (['sessions', 'tools', 'keys', 'digest', 'credentials', 'settings'].includes(first)) return 'kept';
	return first === 'demo' ? 'demo' : 'talk';
}

const terminalFlags = /^--(?:terminal|load|new|quiet|output)(?:=|$)/;

/** Whether the words alone say that somebody talks to the bot here. Pure. */
export function saysTerminal(args: readonly string[]): boolean {
	return args.some((word) => terminalFlags.test(word));
}
