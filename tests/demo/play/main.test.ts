import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startChild } from '../../support/child.ts';
import { tempDir } from '../../support/temp-dir.ts';

const file = join(import.meta.dirname, '../../../src/demo/play/main.ts');

describe('the program of npm run play', () => {
	it.each(['SIGINT', 'SIGTERM'] as const)('tells how to start the bot, and ends cleanly by %s', async (signal) => {
		await using dir = await tempDir();
		await using child = startChild(file, ['--port', '0', '--folder', dir.path]);
		await child.printed('Ctrl-C ends this.');
		expect(child.lines().join('\n')).toContain(`Requests go to ${dir.path}/.`);
		const settings = child.lines().find((line) => line.includes('./threadsmith')) ?? '';
		for (const part of ['OPENAI_BASE_URL=http://127.0.0.1:', 'BRAIN_MODEL=brain', 'CODER_MODEL=coder'])
			expect(settings).toContain(part);
		process.kill(child.pid, signal);
		await child.printed('Ended. Requests that waited were cut off; the files stay.');
	});

	it('says by --help how it is used', async () => {
		await using child = startChild(file, ['--help']);
		await child.printed(
			'unchecked, {"finish": "length"} is cut, {"error": {"status": 500}} fails. The bot waits as long as it takes. Ctrl-C ends it; the files stay.',
		);
	});

	it('refuses a port that is none', async () => {
		await using child = startChild(file, ['--port', 'x']);
		await expect(child.printed('never')).rejects.toThrow('--port must be a number');
	});
});
