import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

export const launcher = join(import.meta.dirname, '../../../threadsmith');

/** A client of a real `threadsmith mcp`. Disposing ends the input, as clients do, and waits for the end of the process. */
export interface McpClient extends AsyncDisposable {
	readonly client: Client;
	readonly pid: number;
	/** Resolves when it has ended. */
	readonly ended: Promise<void>;
	/** Everything that it has said to people so far. */
	said(): string;
}

export async function startMcp(home: string, ...args: readonly string[]): Promise<McpClient> {
	return startMcpWith({}, home, ...args);
}

/** Starts one with settings of its own. */
export async function startMcpWith(
	settings: Readonly<Record<string, string>>,
	home: string,
	...args: readonly string[]
): Promise<McpClient> {
	const env = { PATH: process.env['PATH'] ?? '', SANDBOX_RUNTIME: 'runc', THREADSMITH_HOME: home, ...settings };
	const transport = new StdioClientTransport({ command: launcher, args: ['mcp', ...args], env, stderr: 'pipe' });
	let said = '';
	transport.stderr?.on('data', (chunk: Buffer) => {
		said += chunk.toString();
	});
	const ended = Promise.withResolvers<void>();
	const client = new Client({ name: 'test', version: '1' });
	client.onclose = ended.resolve;
	await client.connect(transport);
	return {
		client,
		pid: transport.pid ?? -1,
		ended: ended.promise,
		said: () => said,
		[Symbol.asyncDispose]: () => client.close(),
	};
}

/** Processes of the whole machine whose command line holds these words, read from /proc. */
export function alive(words: string): string[] {
	return readdirSync('/proc').filter((pid) => {
		if (!/^\d+$/.test(pid)) return false;
		try {
			return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').includes(words);
		} catch {
			return false;
		}
	});
}
