import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { startFakeSlack } from './fake-slack/fake-slack.ts';
import { needsPodman } from './needs-podman.ts';
import { threadVerdicts } from './slack-demo/thread-verdicts.ts';
import { tempDir } from './temp-dir.ts';

const launcher = join(import.meta.dirname, '../../threadsmith');

async function demo(cwd: string, ...flags: string[]) {
	const started = spawn(launcher, ['demo', 'slack', ...flags], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
	const exited = once(started, 'exit');
	const [out, problems] = await Promise.all([text(started.stdout), text(started.stderr)]);
	return { code: (await exited)[0], out, problems };
}

describe('the demo on Slack', async () => {
	const podman = await needsPodman();

	it.skipIf(podman.missing)('does every step for real and says so, leaving only artifacts', async () => {
		await using dir = await tempDir();
		const { code, out, problems } = await demo(dir.path);
		expect({ code, problems }).toEqual({ code: 0, problems: '' });
		expect(out).toContain('The workspace is a stand-in on this machine');
		expect(out).not.toContain('✗');
		expect(out.match(/^ {2}✓ /gm)).toHaveLength(19);
		const [folder = ''] = await readdir(join(dir.path, 'artifacts'));
		const files = ['autumn-totals.csv', 'autumn-totals.png', 'sales-totals.csv', 'sales-totals.png'];
		expect((await readdir(join(dir.path, 'artifacts', folder))).sort()).toEqual(files);
	});

	it.skipIf(podman.missing)('prints JSON lines alone with --json', async () => {
		await using dir = await tempDir();
		const { code, out } = await demo(dir.path, '--json');
		const lines = out
			.trim()
			.split('\n')
			.map((line) => JSON.parse(line));
		expect(lines.filter((line) => line.suite === 'demo' && line.met === true)).toHaveLength(19);
		expect(code).toBe(0);
	});

	it('sees when steps did not happen', async () => {
		await using slack = await startFakeSlack();
		const { ts } = await slack.as('U1').say('C1', 'nobody answers');
		const missed = threadVerdicts(slack, 'C1', ts).filter(({ met }) => !met);
		expect(missed.map(({ name }) => name)).toEqual([
			'each answer stands once in the thread',
			'with thumbs below it',
			'what was done is left as lines',
			'the thread shows no work any more',
		]);
	});
});
