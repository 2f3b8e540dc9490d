import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const script = join(import.meta.dirname, '../../scripts/node24.mjs');

function start(code: string) {
	return spawn(process.execPath, [script, '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] });
}

test('node24 runs Node 24 and ends with its exit code', async () => {
	const child = start('process.exit(Number(process.versions.node.split(".")[0]) >= 24 ? 7 : 8)');
	expect(await once(child, 'exit')).toEqual([7, null]);
});

test('node24 passes a signal on and ends by what ended its child', async () => {
	const child = start('process.stdout.write("up"); setInterval(() => {}, 1000)');
	await once(child.stdout, 'data');
	child.kill('SIGTERM');
	expect(await once(child, 'exit')).toEqual([null, 'SIGTERM']);
});

test('node24 leaves it to the child what a signal means', async () => {
	const child = start(
		'process.on("SIGINT", () => process.exit(3)); process.stdout.write("up"); setInterval(() => {}, 1000)',
	);
	await once(child.stdout, 'data');
	child.kill('SIGINT');
	expect(await once(child, 'exit')).toEqual([3, null]);
});
