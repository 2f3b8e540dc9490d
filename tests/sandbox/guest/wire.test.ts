import { expect, it } from 'vitest';
import { builtIns } from '../../../src/sandbox/built-ins.ts';
import { describeGuest } from './describe-guest.ts';

describeGuest('the wire', ({ guest, home }) => {
	it('lists the built-ins under the texts of the prompt, and the hidden tools', async () => {
		const { tools } = await guest().client.listTools();
		expect(tools.map(({ name }) => name)).toEqual([
			...builtIns.map(({ name }) => name),
			'run_tool',
			'check_tool',
			'try_tool',
			'watch_script',
			'resolve_packages',
			'install_packages',
			'use_packages',
			'read_document',
			'view_picture',
			'process_open',
			'process_close',
			'sweep',
			'warm_up',
		]);
		for (const { name, description } of builtIns)
			expect(tools.find((tool) => tool.name === name)?.description).toBe(description);
		expect(tools[0]?.inputSchema).toMatchObject({ type: 'object', required: ['command'], additionalProperties: false });
	});

	it('answers a ping while a command runs', async () => {
		const running = guest().bash('sleep 0.5');
		expect(await guest().client.ping()).toEqual({});
		await running;
	});

	it('answers an unknown tool with an error result', async () => {
		expect(await guest().call('teleport')).toMatchObject({ isError: true, text: 'There is no tool "teleport"' });
	});

	it.each([
		['no JSON', 'hello\n'],
		['half a message', '{"jsonrpc":"2.0","id":1\n'],
		['bytes that are no text', Buffer.from([0xff, 0xfe, 0x00, 0x0a])],
		['an empty line', '\n\r\n'],
		['a list', '[]\n'],
		['a request with no method', '{"jsonrpc":"2.0","id":900}\n'],
		['an answer to no question', '{"jsonrpc":"2.0","id":77,"result":{}}\n'],
		['cancelling no request', '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":12345}}\n'],
		['a call without a name', '{"jsonrpc":"2.0","id":901,"method":"tools/call","params":{}}\n'],
		['an unknown method', '{"jsonrpc":"2.0","id":902,"method":"nonsense/list"}\n'],
		['a deep message', `${'['.repeat(100_000)}\n`],
	])('outlives %s', async (_what, line) => {
		guest().stdin.write(line);
		expect((await guest().bash('echo alive')).text).toContain('alive');
	});

	it('refuses a message of 20 MB and goes on', async () => {
		await expect(guest().call('write_file', { path: 'huge', content: 'x'.repeat(20_000_000) })).rejects.toThrow(
			'longer than 4 MiB',
		);
		expect((await guest().bash('ls huge')).text).toContain('No such file');
	}, 20_000);

	it('takes a message of nearly 4 MiB, in any script', async () => {
		const { text } = await guest().call('write_file', { path: 'large', content: '漢'.repeat(1_390_000) });
		expect(text).toContain('Wrote 4,170,000 bytes');
		expect((await guest().call('read_file', { path: 'large' })).isError).toBe(false);
	}, 20_000);

	it('outlives a host that does not read, and ends when its input does', async () => {
		const next = await home().start();
		for (let call = 0; call < 30; call += 1) next.bash('seq 1 2000').catch(() => {});
		expect((await guest().bash('echo other')).text).toContain('other');
		next.stdin.end();
		await next.exited;
	});
});
