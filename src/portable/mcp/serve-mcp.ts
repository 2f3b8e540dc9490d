import { resolve } from 'node:path';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { Logger } from '../../base/log.ts';
import type { Sandboxes } from '../../sandbox/sandbox.ts';
import { findSource } from '../source.ts';
import { lockFreeHome } from './free-home.ts';
import { createHandOver } from './hand-over.ts';
import { prepareSandboxHome } from './sandbox-home.ts';
import { createServedTools } from './served-tools.ts';
import { createToolRunner } from './tool-runner.ts';
import { createToolServer } from './tool-server.ts';
import { watchList } from './watch-list.ts';

export interface ServeMcpOptions {
	/** The data folder; a bot may be running on it. */
	readonly home: string;
	/** A session or a catalog. */
	readonly where: string;
	/** Folder that tools see as `/inputs`, and where their `/outputs` are copied to. */
	readonly inputs: string | undefined;
	readonly outputs: string;
	readonly version: string;
	/** Makes the sandboxes and the log of a data folder of the server's own. */
	readonly open: (home: string, homeId: string) => Promise<{ readonly sandboxes: Sandboxes; readonly log: Logger }>;
	/** A line for people: standard output is the client's. */
	readonly say: (line: string) => void;
}

/**
 * Serves the tools of a session or catalog by MCP over standard input and output until the client ends the input or the signal fires. Resolves
 * with the exit code when nothing of it is left; rejects with a `ProblemError`.
 */
export async function serveMcp(options: ServeMcpOptions, signal: AbortSignal): Promise<number> {
	const { where, version, say, open } = options;
	const source = await findSource(options.home, where);
	await using held = new AsyncDisposableStack();
	const { home, homeId } = held.use(await lockFreeHome(options.home));
	const place = await prepareSandboxHome({ home, source, inputs: options.inputs });
	const { sandboxes, log } = await open(home, homeId);
	held.use(sandboxes);
	const served = createServedTools(source, say);
	const outputs = resolve(options.outputs);
	const handOver = createHandOver(outputs);
	const runner = createToolRunner({ sandboxes, home: place, versions: source.versions, handOver });
	const instructions = instructionsOf(place.mounts.inputs, outputs);
	const server = createToolServer({ version, instructions, served, runner, log });

	const ended = endOfClient(server, signal);
	server.onerror = (error) => log.warn('The client cannot be understood', { err: error });
	const { size } = await served.list();
	await server.connect(new StdioServerTransport());
	say(`Serving ${size} ${size === 1 ? 'tool' : 'tools'} of ${source.title} by MCP on standard input and output`);
	// It cannot be told once the client is gone.
	await watchList(served.mark, () => server.sendToolListChanged().catch(() => {}), ended);
	await server.close();
	return 0;
}

/** Fires when the client has left, or with `signal`. */
function endOfClient(server: { onclose?: () => void }, signal: AbortSignal): AbortSignal {
	const ended = new AbortController();
	server.onclose = () => ended.abort();
	for (const name of ['end', 'close', 'error']) process.stdin.once(name, () => ended.abort());
	process.stdout.on('error', () => ended.abort());
	return AbortSignal.any([signal, ended.signal]);
}

function instructionsOf(inputs: string, outputs: string): string {
	return `Each tool runs in a sandbox without network. It reads files below /inputs, which is the folder ${inputs}. Let it write files below /outputs: they are copied to ${outputs}.`;
}
