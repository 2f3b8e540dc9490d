import { expect, it } from 'vitest';
import { describeWithPodman } from '../../sandbox/podman/podman-home.ts';
import { type FakeIndex, startFakeIndex } from '../../support/fake-index/fake-index.ts';
import { sha256Of } from '../../support/fake-index/make-wheel.ts';
import { specOf, type TestTool, toolHome } from '../tool-home.ts';
import { type McpClient, startMcpWith } from './mcp-client.ts';

/** A tool that needs a package, locked to the only wheel of it. */
function greeting(index: FakeIndex): TestTool {
	const { sha256 } = index.add({ name: 'greeter', version: '1.5' });
	const lock = `greeter==1.5 --hash=sha256:${sha256}\n`;
	return {
		spec: specOf('text/tell_version', 'Tells the version of a package.', {
			input: {},
			output: { version: { type: 'string' } },
			example: [{}, { version: '1.5' }],
		}),
		body: 'import greeter\n\n\ndef run(input: dict) -> dict:\n    return {"version": greeter.__version__}',
		dependencies: ['greeter'],
		lock,
		env: sha256Of(lock).slice(0, 32),
	};
}

const callIt = ({ client }: McpClient) => client.callTool({ name: 'tell_version', arguments: {} });

describeWithPodman('packages of served tools', () => {
	it('are installed from the lock when a tool is first called, and are there for the next server without an index', async () => {
		await using home = await toolHome();
		const index = await startFakeIndex();
		await home.share('local', greeting(index));
		const settings = { PIP_INDEX_URL: index.url };
		const first = await startMcpWith(settings, home.path, 'local');
		const heard: string[] = [];
		const onprogress = ({ message }: { message?: string | undefined }) => void heard.push(message ?? '');
		const called = first.client.callTool({ name: 'tell_version', arguments: {} }, undefined, { onprogress });
		expect(await called).toMatchObject({ structuredContent: { version: '1.5' } });
		expect(heard.join('\n')).toContain('installing the packages of text/tell_version');
		expect(index.requests.length).toBeGreaterThan(0);
		await first[Symbol.asyncDispose]();
		await index[Symbol.asyncDispose]();
		await using second = await startMcpWith(settings, home.path, 'local');
		expect(await callIt(second)).toMatchObject({ structuredContent: { version: '1.5' } });
	});

	it('that the index does not have any more are an error in one sentence', async () => {
		await using home = await toolHome();
		await using index = await startFakeIndex();
		await using elsewhere = await startFakeIndex();
		await home.share('local', greeting(elsewhere));
		await using server = await startMcpWith({ PIP_INDEX_URL: index.url }, home.path, 'local');
		expect(await callIt(server)).toMatchObject({
			isError: true,
			content: [
				{ text: expect.stringMatching(/^text\/tell_version cannot run: its packages cannot be installed: .*greeter/) },
			],
		});
	});
});
