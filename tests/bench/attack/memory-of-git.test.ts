import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterEach, expect, it } from 'vitest';
import { watchMemory } from '../../../bench/attack/repositories/memory-of-git.ts';
import { waitFor } from '../../support/wait-for.ts';

const running: ChildProcess[] = [];

function start(command: string, ...args: string[]): ChildProcess {
	const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] });
	running.push(child);
	return child;
}

afterEach(async () => {
	for (const child of running.splice(0)) {
		const ended = once(child, 'exit');
		if (child.kill('SIGKILL')) await ended;
	}
});

it('what gits take is counted, behind the words before them, and not what other programs take', async () => {
	const hog = start(
		process.execPath,
		'-e',
		'globalThis.kept = Buffer.alloc(150e6, 1); console.log("up"); process.stdin.resume()',
	);
	hog.stdin?.on('error', () => {});
	if (hog.stdout) await once(hog.stdout, 'data');
	await using watch = watchMemory();
	start('sh', '-c', 'git hash-object --stdin; true');
	await waitFor(() => watch.most().gits > 0, 'a git that is counted');
	expect(watch.most().gits).toBeLessThan(50e6);
});
