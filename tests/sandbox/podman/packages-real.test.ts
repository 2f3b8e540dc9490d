import { expect, it } from 'vitest';
import { install, lockOf } from './packages-home.ts';
import { describeWithPodman, podmanHome } from './podman-home.ts';
import { findRealIndex } from './real-index.ts';
import { bash, never } from './run-in.ts';

const found = await findRealIndex();
const why = typeof found === 'string' ? ` (skipped: ${found})` : '';

describeWithPodman('Packages of a real index', () => {
	it.skipIf(why !== '')(
		`come through the airlock, a pure one and a native one${why}`,
		async () => {
			if (typeof found === 'string') return;
			const packages = { index: found.url, leastAgeDays: 7, sessionBytes: 50e6, seconds: 120 };
			await using home = await podmanHome({ packages }, 128 * 2 ** 20);
			const sandbox = await home.sandboxes.acquire(home.home('s'), never);
			const lock = await lockOf(sandbox, 'humanize', 'msgpack>=1');
			expect(lock.packages).toMatchObject([{ name: 'humanize' }, { name: 'msgpack' }]);
			expect(await install(sandbox, lock)).toEqual({ kind: 'installed' });
			const code =
				'import humanize, msgpack._cmsgpack as m; print(humanize.intcomma(1234567), m.unpackb(m.Packer().pack("b")))';
			const { text } = await bash(sandbox, `PYTHONPATH=/envs/${lock.hash} python3 -c '${code}'`);
			expect(text).toContain('1,234,567 b');
		},
		180_000,
	);
});
