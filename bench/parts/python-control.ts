import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { bash } from './sandbox-bench.ts';

/** One start of Python by a plain parent (fork, exec, wait), the first being thrown away; prints its time in ms. */
const source = `
import subprocess, time
for _ in range(2):
    start = time.perf_counter()
    subprocess.run(["python3", "-c", "1"], check=True, stdin=subprocess.DEVNULL)
    took = time.perf_counter() - start
print("took", took * 1000)
`;

/**
 * How long Python itself takes to start in a child process, ms: the same Python in the same container under the same limits and the
 * same user, timed inside by a parent that does nothing else.
 */
export async function pythonStartInside(sandbox: Sandbox, signal: AbortSignal): Promise<number> {
	const text = await bash(sandbox, `python3 -c '${source}'`, signal);
	const took = /took ([\d.]+)/.exec(text)?.[1];
	if (took === undefined) throw new Error(`Python's start was not timed: ${text}`);
	return Number(took);
}
