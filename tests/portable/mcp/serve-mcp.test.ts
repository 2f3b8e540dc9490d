import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { type CallToolResult, ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lockHome } from '../../../src/store/home-lock.ts';
import { describeWithPodman } from '../../sandbox/podman/podman-home.ts';
import { waitFor } from '../../support/wait-for.ts';
import { addNumbers, answerWrongly, countLines, divideByZero, waitLong } from '../test-tools.ts';
import { type ToolHome, toolHome } from '../tool-home.ts';
import { alive, launcher, type McpClient, startMcp } from './mcp-client.ts';

async function call({ client }: McpClient, name: string, args: Record<string, unknown>): Promise<CallToolResult> {
	return (await client.callTool({ name, arguments: args })) as CallToolResult;
}

/** All that there is of the first server on a data folder: containers, mounts, disks, processes, files. */
function leftOf({ path }: ToolHome): readonly string[] {
	const own = join(path, 'mcp/1');
	const { id } = JSON.parse(readFileSync(join(own, 'home.json'), 'utf8'));
	const containers = execFileSync('podman', ['ps', '-aq', '--filter', `label=home=${id}`]).toString();
	const disks = execFileSync('losetup', ['-a']).toString();
	return [
		...containers.split('\n').filter(Boolean),
		...readFileSync('/proc/self/mountinfo', 'utf8')
			.split('\n')
			.filter((line) => line.includes(id)),
		...disks.split('\n').filter((line) => line.includes(own)),
		...alive(`/run/threadsmith/${id}`).map((pid) => `process ${pid}`),
		// The second is there until the process has ended by itself.
		...[`/run/threadsmith/${id}`, join(own, 'lock.pid')].filter(existsSync),
	];
}

describeWithPodman('threadsmith mcp', () => {
	let home: ToolHome;
	let server: McpClient;

	beforeAll(async () => {
		home = await toolHome();
		await home.forge('local-1', addNumbers, countLines, waitLong, answerWrongly, divideByZero);
		const inputs = join(home.path, '../in');
		await mkdir(inputs);
		await writeFile(join(inputs, 'a.txt'), 'one\ntwo\n');
		server = await startMcp(home.path, 'local-1', '--inputs', inputs, '--outputs', join(home.path, '../out'));
	});

	afterAll(async () => {
		await server[Symbol.asyncDispose]();
		await home[Symbol.asyncDispose]();
	});

	it('lists every tool with its schemas and how to call it', async () => {
		const { tools } = await server.client.listTools();
		expect(tools.map(({ name }) => name)).toEqual([
			'count_lines',
			'add_numbers',
			'answer_wrongly',
			'divide_by_zero',
			'wait_long',
		]);
		expect(tools[1]).toMatchObject({
			title: 'math/add_numbers 1',
			description: expect.stringContaining('Call it with {"numbers":[1,2]}'),
			inputSchema: addNumbers.spec.input,
			outputSchema: addNumbers.spec.output,
		});
		expect(server.client.getInstructions()).toContain('/outputs');
		expect(server.said()).toContain('Serving 5 tools of session local-1');
	});

	it('answers with the structured result and the same as text', async () => {
		const expected = { structuredContent: { sum: 6 }, content: [{ type: 'text', text: '{"sum":6}' }] };
		expect(await call(server, 'add_numbers', { numbers: [1, 2, 3] })).toEqual(expected);
		expect(await call(server, 'math__add_numbers', { numbers: [1, 2, 3] })).toEqual(expected);
	});

	it.each([
		['add_numbers', { numbers: ['1'] }, 'Wrong input of math/add_numbers: numbers[0] must be number'],
		['add_numbers', { numbers: [1], more: 1 }, 'Wrong input of math/add_numbers: takes no "more"'],
		['add_numbers', { numbers: [] }, 'math/add_numbers refuses the input: numbers must not be empty'],
		['divide_by_zero', {}, 'The tool failed: ZeroDivisionError: division by zero'],
		['answer_wrongly', {}, 'The tool failed: output: sum must be number'],
	])('answers %s %j with an error in one sentence', async (name, args, text) => {
		expect(await call(server, name, args)).toEqual({ isError: true, content: [{ type: 'text', text }] });
	});

	it('knows no tool that is not there', async () => {
		await expect(call(server, 'forge_tool', {})).rejects.toMatchObject({ code: -32602 });
		await expect(call(server, 'math/add_numbers', {})).rejects.toThrow('Tool math/add_numbers not found');
	});

	it('hands files in, and hands over what a tool has written', async () => {
		const args = { path: '/inputs/a.txt', report: '/outputs/report.txt' };
		const { structuredContent, content } = await call(server, 'count_lines', args);
		expect(structuredContent).toEqual({ lines: 2, report: '/outputs/report.txt' });
		const [, link] = content;
		if (link?.type !== 'resource_link') throw new Error('No link');
		expect(await readFile(fileURLToPath(link.uri), 'utf8')).toBe('2 lines\n');
		expect((await call(server, 'add_numbers', { numbers: [1] })).content).toHaveLength(1);
	});

	it('keeps the tools from changing what is theirs to read only', async () => {
		const args = { path: '/inputs/a.txt', report: '/inputs/b.txt' };
		expect(JSON.stringify(await call(server, 'count_lines', args))).toContain('Read-only file system');
	});

	it('reports progress, and a cancelled call ends all its processes', async () => {
		const [heard, cancel]: [string[], AbortController] = [[], new AbortController()];
		const waiting = server.client.callTool({ name: 'wait_long', arguments: { mark: '61471' } }, undefined, {
			signal: cancel.signal,
			onprogress: ({ message }) => void heard.push(message ?? ''),
		});
		waiting.catch(() => undefined);
		await waitFor(() => heard.join('').includes('waiting') && alive('sleep 61471').length > 0, 'the tool to run');
		cancel.abort('enough');
		await expect(waiting).rejects.toThrow();
		await waitFor(() => alive('sleep 61471').length === 0, 'its processes to be gone');
		expect((await call(server, 'add_numbers', { numbers: [1] })).structuredContent).toEqual({ sum: 1 });
	});

	it('tells when the tools change, and serves the new version', async () => {
		const changed = Promise.withResolvers<void>();
		server.client.setNotificationHandler(ToolListChangedNotificationSchema, () => changed.resolve());
		const body = 'def run(input: dict) -> dict:\n    return {"sum": -1}';
		await home.forge('local-1', { ...addNumbers, body });
		await changed.promise;
		const { tools } = await server.client.listTools();
		expect(tools.find(({ name }) => name === 'add_numbers')?.title).toBe('math/add_numbers 2');
		expect((await call(server, 'add_numbers', { numbers: [1] })).structuredContent).toEqual({ sum: -1 });
	});
});

describeWithPodman('a server of its own', () => {
	it('runs beside a bot and a second server, and leaves nothing when the client ends the input in the middle of a call', async () => {
		await using home = await toolHome();
		await home.share('local', addNumbers, waitLong);
		await using _bot = await lockHome(home.path);
		const first = await startMcp(home.path, 'catalog:local');
		await using second = await startMcp(home.path, 'local');
		first.client.callTool({ name: 'wait_long', arguments: { mark: '61472' } }).catch(() => undefined);
		expect((await call(second, 'add_numbers', { numbers: [1, 2] })).structuredContent).toEqual({ sum: 3 });
		await waitFor(() => alive('sleep 61472').length > 0, 'the tool to run', 30_000);
		await first[Symbol.asyncDispose]();
		await waitFor(() => alive('sleep 61472').length === 0 && leftOf(home).length === 0, 'nothing to be left');
	});

	it('says nothing but MCP on standard output, and ends by itself, with exit code 0, at the end of the input', async () => {
		await using home = await toolHome();
		await home.forge('local-1', addNumbers);
		const env = { PATH: process.env['PATH'], THREADSMITH_HOME: home.path };
		const child = spawn(launcher, ['mcp', 'local-1'], { env, stdio: ['pipe', 'pipe', 'ignore'] });
		const exited = once(child, 'exit');
		const clientInfo = { name: 'test', version: '1' };
		const hello = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
		child.stdin.write('no JSON\n');
		child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello })}\n`);
		const [first] = await once(child.stdout, 'data');
		child.stdin.end();
		expect(JSON.parse(first)).toMatchObject({ id: 1, result: { serverInfo: { name: 'threadsmith' } } });
		expect(await text(child.stdout)).toBe('');
		expect(await exited).toEqual([0, null]);
	});

	it('ends with its sandbox when it is told to', async () => {
		await using home = await toolHome();
		await home.forge('local-1', addNumbers);
		await using server = await startMcp(home.path, 'local-1');
		await call(server, 'add_numbers', { numbers: [1] });
		process.kill(server.pid, 'SIGTERM');
		await server.ended;
		await waitFor(() => leftOf(home).length === 0, 'nothing to be left');
	});

	it('killed by kill -9 leaves nothing alive, and its mounts to the next, which clears them', async () => {
		await using home = await toolHome();
		await home.forge('local-1', addNumbers, waitLong);
		await using server = await startMcp(home.path, 'local-1');
		server.client.callTool({ name: 'wait_long', arguments: { mark: '61473' } }).catch(() => undefined);
		await waitFor(() => alive('sleep 61473').length > 0, 'the tool to run', 30_000);
		process.kill(server.pid, 'SIGKILL');
		await waitFor(() => alive('sleep 61473').length === 0, 'its processes to be gone');
		const next = await startMcp(home.path, 'local-1');
		expect((await call(next, 'add_numbers', { numbers: [1] })).structuredContent).toEqual({ sum: 1 });
		await next[Symbol.asyncDispose]();
		await waitFor(() => leftOf(home).length === 0, 'nothing to be left');
	});

	it('leaves out what was broken by hand, says so on standard error, and serves the rest', async () => {
		await using home = await toolHome();
		await home.share('local', addNumbers, divideByZero, answerWrongly);
		const tools = join(home.path, 'catalogs/local/misc');
		await writeFile(join(tools, 'divide_by_zero/1/tool.py'), 'def run(input): return {"sum": 1}\n');
		await writeFile(join(tools, 'answer_wrongly/1/manifest.json'), '{"format":2}');
		await using server = await startMcp(home.path, 'local');
		expect((await server.client.listTools()).tools.map(({ name }) => name)).toEqual(['add_numbers']);
		expect(server.said()).toContain('Left out: catalog local: misc/divide_by_zero 1 was changed by hand');
		expect(server.said()).toContain('Left out: catalog local: misc/answer_wrongly 1 was changed by hand');
		await expect(call(server, 'divide_by_zero', {})).rejects.toThrow('not found');
	});
});
