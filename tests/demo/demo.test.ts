import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { needsPodman } from '../support/needs-podman.ts';
import { tempDir } from '../support/temp-dir.ts';

const launcher = join(import.meta.dirname, '../../threadsmith');

async function demo(cwd: string, ...flags: string[]) {
	const started = spawn(launcher, ['demo', ...flags], { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
	const exited = once(started, 'exit');
	const [out, problems] = await Promise.all([text(started.stdout), text(started.stderr)]);
	return { code: (await exited)[0], out, problems };
}

describe('the demo', { timeout: 300_000 }, async () => {
	const podman = await needsPodman();

	it.skipIf(podman.missing)('does every step for real and says so, leaving only artifacts', async () => {
		await using dir = await tempDir();
		const { code, out, problems } = await demo(dir.path);
		expect({ code, problems }).toEqual({ code: 0, problems: '' });
		expect(out).toContain('The model is scripted');
		expect(out).toMatch(/✓ forge_tool {2}sum_by_column/);
		expect(out).not.toContain('✗');
		expect(out.split('What happened')[1]?.match(/^ {2}✓ /gm)).toHaveLength(13);
		const [session = ''] = await readdir(join(dir.path, 'artifacts'));
		const files = ['autumn-totals.csv', 'autumn-totals.png', 'sales-totals.csv', 'sales-totals.png'];
		expect((await readdir(join(dir.path, 'artifacts', session))).sort()).toEqual(files);
	});
});
