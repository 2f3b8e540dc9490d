import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import type { AgentEvent } from '../../src/chat/events.ts';
import { startFakeSlack } from './fake-slack/fake-slack.ts';
import { slackClient } from './fake-slack/slack-client.ts';
import { needsPodman } from './needs-podman.ts';
import { threadVerdicts } from './slack-demo/thread-verdicts.ts';
import { tempDir } from './temp-dir.ts';

const launcher = join(import.meta.dirname, '../../threadsmith');

const demo = (cwd: string, ...flags: string[]) => run(cwd, launcher, 'demo', 'slack', ...flags);

async function run(cwd: string, program: string, ...args: string[]) {
	const started = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
	const exited = once(started, 'exit');
	const [out, problems] = await Promise.all([text(started.stdout), text(started.stderr)]);
	return { code: (await exited)[0], out, problems };
}

/** Nobody is connected: nothing is delivered again. */
const unheard = { ackMs: 1, retryMs: [] };

describe('the demo on Slack', { timeout: 300_000 }, async () => {
	const podman = await needsPodman();

	it.skipIf(podman.missing)(
		'with --json does every step for real and prints a row for each, leaving only artifacts',
		async () => {
			await using dir = await tempDir();
			const { code, out, problems } = await demo(dir.path, '--json');
			expect({ code, problems }).toEqual({ code: 0, problems: '' });
			const lines = out
				.trim()
				.split('\n')
				.map((line) => JSON.parse(line));
			expect(lines.filter((line) => line.suite === 'demo' && line.met === true)).toHaveLength(22);
			const [folder = ''] = await readdir(join(dir.path, 'artifacts'));
			const files = ['autumn-totals.csv', 'autumn-totals.png', 'sales-totals.csv', 'sales-totals.png'];
			expect((await readdir(join(dir.path, 'artifacts', folder))).sort()).toEqual(files);
		},
	);

	it.skipIf(podman.missing)('says which steps did not happen in a Slack that takes no files, and fails', async () => {
		await using dir = await tempDir();
		const program = join(import.meta.dirname, 'slack-demo/lost-files-program.ts');
		const { code, out } = await run(dir.path, process.execPath, program);
		const missed = [...out.matchAll(/^ {2}✗ (.*?) {2}/gm)].map(([, name]) => name);
		expect(missed).toEqual([
			'the totals of sales.csv are right',
			'the chart of sales.csv is there',
			'the totals of autumn.csv are right',
			'the chart of autumn.csv is there',
			'table and chart of sales.csv came into the thread',
			'table and chart of autumn.csv came into the thread',
			'Slack refused no call',
		]);
		expect(out).toContain('The workspace is a stand-in on this machine');
		expect(out.split('What happened')[1]?.match(/^ {2}✓ /gm)).toHaveLength(15);
		expect(out).toContain('7 of 22 steps did not happen');
		expect(code).toBe(1);
	});

	it('sees a thread in which nobody answers', async () => {
		await using slack = await startFakeSlack(unheard);
		const { ts } = await slack.as('U1').say('C1', 'nobody answers');
		const episodes = [{ file: 'sales.csv', sales: [], events: [] }];
		const verdicts = threadVerdicts({ slack, channel: 'C1', threadTs: ts, episodes });
		expect(verdicts.filter(({ met }) => !met).map(({ name }) => name)).toEqual([
			'table and chart of sales.csv came into the thread',
			'the second message needed no mention',
			'each answer stands once in the thread',
			'with thumbs below it',
			'what was done is left as lines',
			'the thread shows no work any more',
		]);
	});

	it.each([
		['right', '2 of 2 files, bytes compared'],
		['wrong', '1 of 2 files, bytes compared'],
	])('compares the bytes that came into the thread: a chart that is %s', async (chart, value) => {
		await using slack = await startFakeSlack(unheard);
		const { ts } = await slack.as('U1').say('C1', 'a file, please');
		const files = { table: 'right', chart };
		await slackClient(slack).filesUploadV2({
			channel_id: 'C1',
			thread_ts: ts,
			file_uploads: Object.entries(files).map(([filename, words]) => ({ filename, file: Buffer.from(words) })),
		});
		const episodes = [
			{ file: 'sales.csv', sales: [], events: ['table', 'chart'].map((name) => artifact(name, 'right')) },
		];
		const [verdict] = threadVerdicts({ slack, channel: 'C1', threadTs: ts, episodes });
		expect(verdict).toMatchObject({ met: chart === 'right', value });
	});
});

function artifact(name: string, words: string): AgentEvent {
	const sha256 = createHash('sha256').update(words).digest('hex');
	return { type: 'artifact', key: name, name, size: words.length, sha256 };
}
