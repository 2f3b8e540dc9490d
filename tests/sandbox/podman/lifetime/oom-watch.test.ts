import { describe, expect, it } from 'vitest';
import { createOomWatch } from '../../../../src/sandbox/podman/lifetime/oom-watch.ts';

/** Kernel counters that a test sets; `container` undefined: it is gone. */
function open(container: number | undefined, host: number | undefined) {
	const now = { container, host };
	const watch = createOomWatch({ oomKills: async () => now.container }, async () => now.host);
	return { now, look: () => watch.look() };
}

describe('whether memory ran out', () => {
	it('is known while the container is there, once for each rise', async () => {
		const { now, look } = open(0, 7);
		expect(await look()).toBe('none');
		Object.assign(now, { container: 2, host: 9 });
		expect(await look()).toBe('killed');
		expect(await look()).toBe('none');
	});

	it('is likely where the container was gone before its counter could be read, and the host has killed since', async () => {
		const { now, look } = open(0, 7);
		await look();
		Object.assign(now, { container: undefined, host: 8 });
		expect(await look()).toBe('likely');
	});

	it('is likely, too, where the container went before anybody asked', async () => {
		const { now, look } = open(undefined, 7);
		now.host = 8;
		expect(await look()).toBe('likely');
	});

	it('is not said of what was killed before in it, nor elsewhere while it was well', async () => {
		const { now, look } = open(0, 7);
		Object.assign(now, { container: 1, host: 8 });
		expect(await look()).toBe('killed');
		now.host = 9;
		expect(await look()).toBe('none');
		now.container = undefined;
		expect(await look()).toBe('none');
	});

	it('is not said where the host tells nothing', async () => {
		const { now, look } = open(0, undefined);
		now.container = undefined;
		expect(await look()).toBe('none');
	});
});
