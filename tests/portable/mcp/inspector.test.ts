import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { describeWithPodman } from '../../sandbox/podman/podman-home.ts';
import { addNumbers, countLines } from '../test-tools.ts';
import { type ToolHome, toolHome } from '../tool-home.ts';
import { launcher } from './mcp-client.ts';

const require = createRequire(import.meta.url);
const inspector = require.resolve('@modelcontextprotocol/inspector-cli');

interface Ending {
	readonly code: number;
	readonly out: string;
	readonly error: string;
}

/** The inspector's command line on a server of the session. It finds its own version only in its own folder, and starts `node` by name. */
async function inspect(home: ToolHome, ...args: readonly string[]): Promise<Ending> {
	const path = [dirname(process.execPath), process.env['PATH']].join(delimiter);
	const server = [launcher, 'mcp', 'local-1', '--outputs', join(home.path, 'out')];
	const child = spawn(
		process.execPath,
		[inspector, '--cli', ...server, '-e', `THREADSMITH_HOME=${home.path}`, ...args],
		{ cwd: dirname(inspector), env: { PATH: path } },
	);
	child.stdin.end();
	const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
	return { code, out, error };
}

describeWithPodman("the MCP inspector's command line", () => {
	let home: ToolHome;
	beforeAll(async () => {
		home = await toolHome();
		await home.forge('local-1', addNumbers, countLines);
	});
	afterAll(() => home[Symbol.asyncDispose]());

	it('lists the tools', async () => {
		const { code, out } = await inspect(home, '--method', 'tools/list');
		expect(code).toBe(0);
		expect(JSON.parse(out).tools).toMatchObject([
			{ name: 'count_lines', inputSchema: countLines.spec.input },
			{ name: 'add_numbers', outputSchema: addNumbers.spec.output },
		]);
	});

	it('calls a tool', async () => {
		const call = ['--method', 'tools/call', '--tool-name', 'add_numbers', '--tool-arg', 'numbers=[1,2]'];
		const { code, out } = await inspect(home, ...call);
		expect(code).toBe(0);
		expect(JSON.parse(out)).toMatchObject({ structuredContent: { sum: 3 } });
	});

	it('is told of a wrong input as a result, and of an unknown tool as an error', async () => {
		const wrong = ['--method', 'tools/call', '--tool-name', 'add_numbers', '--tool-arg', 'numbers=[]'];
		const refused = await inspect(home, ...wrong);
		expect(JSON.parse(refused.out)).toEqual({
			isError: true,
			content: [{ type: 'text', text: 'math/add_numbers refuses the input: numbers must not be empty' }],
		});
		const unknown = await inspect(home, '--method', 'tools/call', '--tool-name', 'nope');
		expect(unknown.code).toBe(1);
		expect(unknown.error).toContain('Tool nope not found');
	});
});
