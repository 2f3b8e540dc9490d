import { describe, expect, it } from 'vitest';
import { parseLimits } from '../../../../src/sandbox/podman/limits/process-limits.ts';
import { describeWithPodman, podmanHome, unenforced } from '../podman-home.ts';
import { never, python } from '../run-in.ts';

/** Both stop by themselves, soon: where the limit does not hold, the test fails and the machine stands. */
const forks = `
import os, signal, time
children = []
try:
    for _ in range(600):
        pid = os.fork()
        if pid == 0:
            time.sleep(20)
            os._exit(0)
        children.append(pid)
except BlockingIOError: pass
print('forked', len(children))
for pid in children: os.kill(pid, signal.SIGKILL)
`;
const allocates = `
held = []
try:
    for _ in range(150): held.append(bytearray(10**7))
except MemoryError: pass
print('held', len(held) * 10, 'MB')
`;

describeWithPodman('A sandbox', () => {
	it('lets a user of it have 400 processes, with control groups or without', async () => {
		await using home = await podmanHome();
		const sandbox = await home.sandboxes.acquire(home.home('s'), never);
		const count = Number(/forked (\d+)/.exec((await python(sandbox, forks)).text)?.[1]);
		expect(count).toBeGreaterThan(300);
		expect(count).toBeLessThan(400);
		if (!unenforced) return;
		// Where nothing limits all processes together, each has no more than 1 GB
		const held = Number(/held (\d+) MB/.exec((await python(sandbox, allocates)).text)?.[1]);
		expect(held).toBeLessThan(1080);
	});
});

describe('parseLimits()', () => {
	const text = [
		'Limit                     Soft Limit           Hard Limit           Units     ',
		'Max data size             1073741824           1073741824           bytes     ',
		'Max processes             100                  400                  processes ',
	].join('\n');

	it('reads the hard limits, and takes what has none or is not told for no limit', () => {
		expect(parseLimits(text)).toEqual({ processes: 400, dataBytes: 2 ** 30 });
		const unlimited = 'Max data size             unlimited            unlimited            bytes     ';
		expect(parseLimits(unlimited)).toEqual({
			processes: Number.POSITIVE_INFINITY,
			dataBytes: Number.POSITIVE_INFINITY,
		});
	});
});
