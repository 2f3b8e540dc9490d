import { describe, expect, it } from 'vitest';
import type { Sandboxes } from '../../../../src/sandbox/sandbox.ts';
import { createFakeSandboxes } from '../../../support/fake-sandboxes.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { echoTool, inbound, message, openWorkbench } from '../../../support/workbench.ts';

const serve = { name: 'bash', args: { command: 'serve', keep_running: 30 } };

/** Sandboxes in whose every one a job goes on. */
function withJobs(): Sandboxes {
	const fakes = createFakeSandboxes({ tools: { bash: echoTool('Runs') } });
	const jobs = () => [{ command: 'serve', until: Date.now() + 1_800_000 }];
	return { ...fakes, status: () => fakes.status().map((one) => ({ ...one, jobs: jobs() })) };
}

describe('a job that goes on when its turn has ended', () => {
	it('is shown, and ended by a stop', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ calls: [serve] }, { text: 'It runs' }]);
		const sandboxes = withJobs();
		await using bench = openWorkbench({ home: dir.path, brain, sandboxes });
		await bench.say(message('serve it'));
		await bench.say(inbound('command', { name: 'status', args: '' }));
		expect(bench.platform.posts.at(-1)).toContain('Job        serve: at most 30 min more; a stop ends it');
		await bench.say(inbound('stop', {}));
		expect(bench.platform.posts.at(-1)).toBe('Stopped: serve');
		expect(sandboxes.status()).toEqual([]);
		await bench.say(inbound('stop', {}));
		expect(bench.platform.posts.at(-1)).toBe('Nothing is running.');
	});
});
