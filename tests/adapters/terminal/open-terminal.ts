import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import type { Looking } from '../../../src/adapters/terminal/asking/moves.ts';
import { createTerminal, type Terminal } from '../../../src/adapters/terminal/terminal.ts';
import type { ActionInfo, CommandInfo } from '../../../src/agent/commands/syntax/command-info.ts';
import type { Accept } from '../../../src/chat/inbound.ts';
import type { Outbox } from '../../../src/store/store.ts';
import { artifactsFrom } from '../artifacts-from.ts';
import { createMemoryOutbox } from '../memory-outbox.ts';
import { createScreenModel } from './screen-model.ts';

export const thread = { platform: 'terminal', id: 'local-1' } as const;

function toolsAction(name: string): ActionInfo {
	const complete = async () => ['total', 'sum'];
	return { name, help: name, arguments: [{ kind: 'word', name: 'name', help: 'a tool', complete }] };
}

export const commands: readonly CommandInfo[] = [
	...['help', 'status', 'stop', 'new', 'files'].map((name) => ({ name, help: name, arguments: [] })),
	{
		name: 'load',
		help: 'load',
		arguments: [
			{
				kind: 'word',
				name: 'id',
				help: 'an id',
				complete: async (prefix) => ['local-1', 'local-2', 'slack-3'].filter((id) => id.startsWith(prefix)),
			},
		],
	},
	{ name: 'tools', help: 'tools', subcommands: [toolsAction('show'), toolsAction('share')] },
];

export interface TerminalUnderTest extends AsyncDisposable {
	readonly terminal: Terminal;
	readonly input: PassThrough;
	/** Everything written so far. */
	output(): string;
	/** What a terminal of this width has shown, from its first row on. */
	screen(): readonly string[];
	/** How often the terminal asked to be ended. */
	left(): number;
}

export interface OpenOptions {
	readonly folder: string;
	readonly accept?: Accept;
	readonly outbox?: Outbox;
	readonly whenIdle?: () => Promise<void>;
	readonly isTty?: boolean;
	readonly clock?: () => number;
	readonly newKey?: () => string;
	readonly columns?: number;
	readonly looking?: () => Promise<Looking>;
}

/** A terminal on streams in memory, started, that keeps its files in `folder`. */
export async function openTerminal(options: OpenOptions): Promise<TerminalUnderTest> {
	const { folder, isTty = false, clock, newKey, columns = 80 } = options;
	const input = new PassThrough();
	const output = new PassThrough();
	let written = '';
	let leaving = 0;
	output.setEncoding('utf8').on('data', (text: string) => {
		written += text;
	});
	const terminal = createTerminal({
		streams: { input, output, isTty, color: false, size: () => ({ columns, rows: 24 }) },
		places: {
			transcriptDir: join(folder, 'transcripts'),
			artifactsDir: join(folder, 'artifacts'),
			cwd: folder,
			home: join(folder, 'home'),
		},
		commands,
		outbox: options.outbox ?? createMemoryOutbox(),
		thread,
		person: { id: 'local', name: 'someone' },
		maxFileBytes: 1000,
		openArtifact: artifactsFrom(join(folder, 'outputs')),
		looking: options.looking ?? (async () => ({ session: 's', open: [] })),
		whenIdle: options.whenIdle ?? (async () => {}),
		onLeave: () => {
			leaving += 1;
		},
		...(clock && { clock }),
		...(newKey && { newKey }),
	});
	await terminal.start(options.accept ?? (async () => 'stored'));
	return {
		terminal,
		input,
		output: () => written,
		screen() {
			const screen = createScreenModel(columns);
			screen.write(isTty ? written : written.replaceAll('\n', '\r\n'));
			return screen.rows();
		},
		left: () => leaving,
		[Symbol.asyncDispose]: () => terminal[Symbol.asyncDispose](),
	};
}
