import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { describeWithPodman } from '../../../sandbox/podman/podman-home.ts';
import { bash, never } from '../../../sandbox/podman/run-in.ts';
import { daysAgo, startFakeNpm } from '../../../support/fake-index/fake-npm.ts';
import { trialsHome } from './trials-home.ts';

const session = 'local-trials';

function lockOf(integrity: string): string {
	const entry = { version: '1.0.0', resolved: 'https://registry.npmjs.org/left-pad/-/left-pad-1.0.0.tgz', integrity };
	const root = { name: 'app', version: '1.0.0', dependencies: { 'left-pad': '^1.0.0' } };
	return JSON.stringify({
		...{ name: 'app', version: '1.0.0', lockfileVersion: 3, requires: true },
		packages: { '': root, 'node_modules/left-pad': { ...entry, hasInstallScript: true } },
	});
}

function filesOf(integrity: string): Record<string, string> {
	return {
		'package.json': JSON.stringify({ name: 'app', version: '1.0.0', dependencies: { 'left-pad': '^1.0.0' } }),
		'package-lock.json': lockOf(integrity),
		'.gitignore': 'node_modules\n',
		'test.js': "const it = require('left-pad');\nconsole.log(it);\nprocess.exit(it === 'left-pad 1.0.0' ? 0 : 3);\n",
	};
}

describeWithPodman('A repository with npm packages', () => {
	it('is set up by npm ci through the door, tested without a network on exactly its commit, and laid into a session', async () => {
		await using npm = await startFakeNpm();
		const more = { scripts: { postinstall: 'echo ran > script-ran' } };
		const integrity = npm.add({ name: 'left-pad', version: '1.0.0', more });
		const wishes = {
			setup: 'set -e; npm ci; touch loose; env | grep -ci token || true',
			test: 'node test.js',
			indexes: ['npm' as const],
		};
		await using place = await trialsHome(wishes, { npm: npm.url });
		const { trials, made, layers, home } = place;
		const base = await made.commit(filesOf(integrity));
		const heard: string[] = [];
		const watch = { signal: never, onOutput: (text: string) => void heard.push(text) };

		const ready = await trials.setUp({ at: base, session }, watch);
		expect(ready).toMatchObject({ kind: 'ready', fetched: ['npm: left-pad 1.0.0'] });
		expect(heard.join('')).toMatch(/^0$/m);
		expect((await readdir(layers)).map((name) => name.slice(64)).toSorted()).toEqual(['.json', '.tar']);

		const asked = npm.requests.length;
		expect(await trials.test({ at: base, session }, watch)).toMatchObject({
			kind: 'passed',
			code: 0,
			tail: 'left-pad 1.0.0\n',
		});
		const broken = await made.commit({ 'test.js': "throw new Error('not that');\n" });
		const failed = await trials.test({ at: broken, base, session }, watch);
		expect(failed).toMatchObject({ kind: 'failed', code: 1, tail: expect.stringContaining('not that') });
		expect(npm.requests.length).toBe(asked);

		const sandbox = await home.sandboxes.acquire(home.home('s'), never);
		await bash(
			sandbox,
			'git init -q /workspace/app && echo node_modules > /workspace/app/.gitignore && echo mine > /workspace/app/test.js',
		);
		expect(await trials.lay({ at: base, sandbox, folder: '/workspace/app' }, never)).toEqual({ kind: 'laid' });
		const { text } = await bash(
			sandbox,
			'cd app; cat node_modules/left-pad/script-ran test.js; git status --short; ls',
		);
		expect(text).toMatch(/ran\nmine\n\?\? \.gitignore\n\?\? test\.js\nnode_modules\ntest\.js$/);
	}, 300_000);

	it('is not set up with a package that is too young, and people are told why', async () => {
		await using npm = await startFakeNpm();
		const integrity = npm.add({ name: 'left-pad', version: '1.0.0', publishedAt: daysAgo(2.5) });
		await using place = await trialsHome({ setup: 'npm ci', test: 'true', indexes: ['npm'] }, { npm: npm.url });
		const at = await place.made.commit(filesOf(integrity));
		const watch = { signal: never, onOutput: () => undefined };
		const failed = await place.trials.setUp({ at, session }, watch);
		expect(failed).toMatchObject({
			kind: 'failed',
			tail: expect.stringContaining('- left-pad 1.0.0 is 2 days old; at least 7 are asked for'),
		});
		expect(await place.trials.test({ at, session }, watch)).toEqual({
			kind: 'not-run',
			why: 'its set-up failed with exit code 1 (not had from the package indexes: left-pad 1.0.0 is 2 days old; at least 7 are asked for); the next proposal tries it again',
		});
		expect(await readdir(place.layers)).toEqual([]);
	}, 300_000);
});
