import { expect, it } from 'vitest';
import { describeWithPodman } from '../../../sandbox/podman/podman-home.ts';
import { never } from '../../../sandbox/podman/run-in.ts';
import { trialsHome } from './trials-home.ts';

const session = 'local-trials';
const registry = 'https://registry.npmjs.org/';
const integrity = 'sha512-41Cifkg6e8TylSpdtTpeLVMqvSBEVzTttHvERD741+pnZ8ANv0004MRL43QKPDlK9cGvNp6NZWZUBlbGXYxxng==';
const isThere = await fetch(`${registry}is-number`, { signal: AbortSignal.timeout(3_000) }).then(
	({ ok }) => ok,
	() => false,
);

/** As each of them writes it for the public registry. */
const locks: Readonly<Record<string, string>> = {
	'yarn.lock': `# yarn lockfile v1


is-number@^7.0.0:
  version "7.0.0"
  resolved "https://registry.yarnpkg.com/is-number/-/is-number-7.0.0.tgz#7535345b896734d5f80c4d06c50955527a14f12b"
  integrity ${integrity}
`,
	'pnpm-lock.yaml': `lockfileVersion: '9.0'

settings:
  autoInstallPeers: true
  excludeLinksFromLockfile: false

importers:

  .:
    dependencies:
      is-number:
        specifier: ^7.0.0
        version: 7.0.0

packages:

  is-number@7.0.0:
    resolution: {integrity: ${integrity}}
    engines: {node: '>=0.12.0'}

snapshots:

  is-number@7.0.0: {}
`,
};

const files = {
	'package.json': JSON.stringify({ name: 'app', version: '1.0.0', dependencies: { 'is-number': '^7.0.0' } }),
	'.gitignore': 'node_modules\n',
};

describeWithPodman('A repository of another installer than npm, with the real registry', () => {
	it.skipIf(!isThere).each([
		['yarn.lock', 'npx --yes yarn@1.22.22 install --frozen-lockfile'],
		['pnpm-lock.yaml', 'npx --yes pnpm@9.15.9 install --frozen-lockfile'],
	])(
		'with a %s is set up by %s, and tested without a network',
		async (lock, setup) => {
			const wishes = {
				setup,
				test: `node -e 'process.exit(require("is-number")(7) ? 0 : 3)'`,
				indexes: ['npm' as const],
			};
			await using place = await trialsHome(wishes, { npm: registry });
			const at = await place.made.commit({ ...files, [lock]: locks[lock] ?? '' });
			const watch = { signal: never, onOutput: () => undefined };
			const ready = await place.trials.setUp({ at, session }, watch);
			expect(ready).toMatchObject({ kind: 'ready', fetched: expect.arrayContaining(['npm: is-number 7.0.0']) });
			expect(await place.trials.test({ at, session }, watch)).toMatchObject({ kind: 'passed' });
		},
		300_000,
	);

	it('is told by its own words that yarn and pnpm are not in the sandbox', async () => {
		await using place = await trialsHome({ setup: 'yarn install', test: 'true', indexes: ['npm'] }, { npm: registry });
		const at = await place.made.commit(files);
		const watch = { signal: never, onOutput: () => undefined };
		expect(await place.trials.setUp({ at, session }, watch)).toMatchObject({
			kind: 'failed',
			code: 127,
			tail: expect.stringContaining('npx --yes yarn@1 install'),
		});
	}, 120_000);
});
