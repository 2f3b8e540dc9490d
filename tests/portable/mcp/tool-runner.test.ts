import { expect, it } from 'vitest';
import { createHandOver } from '../../../src/portable/mcp/hand-over.ts';
import { createToolRunner } from '../../../src/portable/mcp/tool-runner.ts';
import { readVersion } from '../../../src/portable/read-version.ts';
import { findSource } from '../../../src/portable/source.ts';
import { openSessions } from '../../../src/store/session/session-folder.ts';
import { createFakeSandboxes } from '../../support/fake-sandboxes.ts';
import { waitFor } from '../../support/wait-for.ts';
import { addNumbers } from '../test-tools.ts';
import { toolHome } from '../tool-home.ts';

/** A runner whose disk is cleared only when `free` is called. */
async function openToolRunner() {
	const held = new AsyncDisposableStack();
	const home = held.use(await toolHome());
	await home.forge('local-1', addNumbers);
	const source = await findSource(home.path, 'local-1');
	const version = await readVersion(source, { tool: 'math/add_numbers', version: 1 });
	const { paths } = await held.use(openSessions(home.path)).open('local-1');
	const cleared = Promise.withResolvers<void>();
	const tools = {
		bash: async () => cleared.promise.then(() => ({ ok: true, text: '' })),
		run_tool: () => ({ ok: true, text: '{"sum":3}', data: { output: { sum: 3 } } }),
	};
	const sandboxes = held.use(createFakeSandboxes({ tools }));
	const runner = createToolRunner({
		sandboxes,
		home: paths,
		versions: source.versions,
		handOver: createHandOver(home.path),
	});
	const run = (signal: AbortSignal) => runner.run(version, { numbers: [1, 2] }, { signal, output: () => {} });
	return { run, sandboxes, free: cleared.resolve, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

it('clears the disk once before the calls that come first at the same time, though one of them is cancelled', async () => {
	await using shop = await openToolRunner();
	const cancelled = new AbortController();
	const runs = [cancelled.signal, new AbortController().signal].map(shop.run);
	const settled = Promise.allSettled(runs);
	await waitFor(() => shop.sandboxes.calls.length > 0, 'the disk to be cleared');
	cancelled.abort(new Error('Cancelled'));
	shop.free();
	const [first, second] = await settled;
	expect(first).toMatchObject({ status: 'rejected', reason: { message: 'Cancelled' } });
	expect(second).toMatchObject({ status: 'fulfilled', value: { structuredContent: { sum: 3 } } });
	expect(shop.sandboxes.calls.filter(({ tool }) => tool === 'bash')).toHaveLength(1);
	expect(shop.sandboxes.calls.map(({ tool }) => tool)[0]).toBe('bash');
});
