import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PackageLock, Sandbox } from '../../../../src/sandbox/sandbox.ts';
import { sha256Of } from '../../../support/fake-index/make-wheel.ts';
import { airlockProcesses, install, lockOf, type PackagesHome, packagesHome, resolve } from '../packages-home.ts';
import { describeWithPodman } from '../podman-home.ts';
import { bash, never } from '../run-in.ts';

const day = 86_400_000;
const ago = (days: number): string => new Date(Date.now() - days * day).toISOString();

describeWithPodman('Packages of a sandbox', () => {
	let place: PackagesHome;
	let sandbox: Sandbox;

	const importing = (lock: PackageLock, code: string) =>
		bash(sandbox, `PYTHONPATH=/envs/${lock.hash} python3 -c '${code}'`);

	beforeAll(async () => {
		place = await packagesHome();
		sandbox = await place.acquire('s');
	}, 60_000);
	afterAll(() => place?.[Symbol.asyncDispose]());

	it('are found with what they require, as exact wheels with hashes, and can be imported once installed', async () => {
		const { index } = place;
		const outer = index.add({
			name: 'Greet_Er',
			version: '2.0',
			requires: ['middle>=1', 'unused; sys_platform == "win32"'],
		});
		const middle = index.add({
			name: 'middle',
			version: '1.5',
			requires: ['inner'],
			uploadTime: '2024-05-06T07:08:09Z',
		});
		const inner = index.add({ name: 'inner', version: '0.1' });
		index.add({ name: 'middle', version: '0.9' });
		const lock = await lockOf(sandbox, 'greet.er >= 1');
		expect(lock.text).toBe(
			`greet-er==2.0 --hash=sha256:${outer.sha256}\ninner==0.1 --hash=sha256:${inner.sha256}\nmiddle==1.5 --hash=sha256:${middle.sha256}\n`,
		);
		expect(lock.hash).toBe(sha256Of(lock.text).slice(0, 32));
		expect(lock.packages[2]).toEqual({ name: 'middle', version: '1.5', uploadedAt: '2024-05-06T07:08:09.000Z' });
		expect(await install(sandbox, lock)).toEqual({ kind: 'installed' });
		const { text } = await importing(lock, 'import greet_er, middle, inner; print(middle.__version__)');
		expect(text).toContain('1.5');
	});

	it('are not fetched again for an environment that is there', async () => {
		place.index.add({ name: 'once', version: '1' });
		const lock = await lockOf(sandbox, 'once');
		await install(sandbox, lock);
		const before = place.index.requests.length;
		expect(await install(sandbox, lock)).toEqual({ kind: 'installed' });
		expect(place.index.requests).toHaveLength(before);
	});

	it('leave what the image has to the image, and ask nothing of it', async () => {
		place.index.add({ name: 'charts', version: '1', requires: ['numpy>=1', 'python_dateutil'] });
		place.index.add({ name: 'numpy', version: '99.0' });
		const lock = await lockOf(sandbox, 'charts');
		expect(lock.packages.map(({ name }) => name)).toEqual(['charts']);
		expect(place.index.requests.map(({ path }) => path).join()).not.toMatch(/numpy|dateutil/);
	});

	it('need an empty environment, and no index, where the image has everything', async () => {
		const before = place.index.requests.length;
		const lock = await lockOf(sandbox, 'numpy', 'pandas>=2');
		expect(lock).toMatchObject({ text: '', packages: [] });
		expect(await install(sandbox, lock)).toEqual({ kind: 'installed' });
		expect(place.index.requests).toHaveLength(before);
		expect((await bash(sandbox, `ls -A /envs/${lock.hash} | wc -l`)).text).toMatch(/^0$/m);
	});

	it('are refused with the reason, in one line', async () => {
		const { index } = place;
		index.addFile('oldthing', 'oldthing-1.0.tar.gz', Buffer.from('source'));
		index.add({ name: 'regretted', version: '1', yanked: 'broken' });
		index.add({ name: 'fresh', version: '1', uploadTime: ago(2) });
		index.add({ name: 'settled', version: '1' });
		index.add({ name: 'settled', version: '2', uploadTime: ago(1) });
		index.add({ name: 'modern', version: '1', requires: ['numpy>=99'] });
		const refusals = {
			oldthing: /^oldthing has only source distributions, no wheel$/,
			regretted: /regretted/,
			fresh: /^fresh 1 is 2 days old; at least 7 are asked for/,
			'settled>=2': /settled 2 is 1 day old; at least 7 are asked for/,
			reqeusts: /no package named reqeusts/,
			modern: /numpy>=99/,
		};
		for (const [requirement, reason] of Object.entries(refusals)) {
			const found = await resolve(sandbox, [requirement]);
			expect(found).toEqual({ kind: 'refused', reason: expect.stringMatching(reason) });
			expect(JSON.stringify(found)).not.toContain('\\n');
		}
		expect((await lockOf(sandbox, 'settled')).packages).toMatchObject([{ version: '1' }]);
	});

	it('whose age the index does not tell are asked about, and found once somebody has said yes', async () => {
		place.index.add({ name: 'ageless', version: '1', uploadTime: null });
		expect(await resolve(sandbox, ['ageless'])).toEqual({ kind: 'undated', names: ['ageless'] });
		const found = await sandbox.packages.resolve({ requirements: ['ageless'], undated: true }, { signal: never });
		expect(found).toMatchObject({ kind: 'locked', lock: { packages: [{ name: 'ageless', version: '1' }] } });
	});

	it('of which a file is not what its hash says are not installed', async () => {
		place.index.add({ name: 'swapped', version: '1', sha256: 'a'.repeat(64) });
		const lock = await lockOf(sandbox, 'swapped');
		expect(lock.text).toContain('a'.repeat(64));
		expect(await install(sandbox, lock)).toMatchObject({ kind: 'refused', reason: expect.stringContaining('swapped') });
		expect((await bash(sandbox, `ls -A /envs | grep -e ${lock.hash} -e new; true`)).text).not.toContain(lock.hash);
	});

	it('cannot be changed by commands or drafts, and hold nothing that Python runs by itself', async () => {
		const files = {
			'late.pth': 'import os',
			'sitecustomize.py': 'boom',
			'sub/deep/data.txt': 'x',
			'other.py': 'y = 1',
		};
		place.index.add({ name: 'kept', version: '1', files });
		const lock = await lockOf(sandbox, 'kept');
		await install(sandbox, lock);
		const env = `/envs/${lock.hash}`;
		const { text } = await bash(
			sandbox,
			`cd ${env} && find . ! -path "*/__pycache__/*" | sort; find . ! -user root -o -perm /022; echo end`,
		);
		expect(text).toMatch(/\.\/kept\.py[\s\S]*sub\/deep\/data\.txt\nend$/);
		expect(text).not.toMatch(/pth|sitecustomize|\.lock/);
		for (const attempt of [`touch ${env}/x`, `rm ${env}/kept.py`, `mv ${env} /envs/other`, `mkdir /envs/mine`]) {
			expect(await bash(sandbox, attempt)).toMatchObject({
				ok: false,
				text: expect.stringMatching(/denied|not permitted/),
			});
		}
		const draft = `import os\ndef run(input):\n    for path in ("${env}/x", "/envs/x"):\n        try: open(path, "w")\n        except PermissionError: continue\n        raise AssertionError(path)\n    os.rename("${env}", "/envs/y")`;
		const runs = [{ input: {}, files: {}, times: 1 }];
		const tried = await sandbox.call({ tool: 'try_tool', args: { code: draft, runs } }, { signal: never });
		expect(tried.data).toMatchObject({ runs: [[{ ended: 'error', error: { type: 'PermissionError' } }]] });
	});

	it('outlive their sandbox', async () => {
		place.index.add({ name: 'lasting', version: '1' });
		const lock = await lockOf(sandbox, 'lasting');
		await install(sandbox, lock);
		await place.home.sandboxes.end('s');
		sandbox = await place.acquire('s');
		const before = place.index.requests.length;
		expect(await install(sandbox, lock)).toEqual({ kind: 'installed' });
		expect(place.index.requests).toHaveLength(before);
		expect((await importing(lock, 'import lasting; print(lasting.__version__)')).text).toContain('1');
		expect((await bash(sandbox, `touch /envs/${lock.hash}/x`)).ok).toBe(false);
	});

	it('are resolved and installed in two sessions at once', async () => {
		place.index.add({ name: 'shared', version: '1' });
		const locks = await Promise.all(
			['s', 'other'].map(async (session) => {
				const one = await place.acquire(session);
				const lock = await lockOf(one, 'shared');
				expect(await install(one, lock)).toEqual({ kind: 'installed' });
				return lock;
			}),
		);
		expect(locks[0]).toEqual(locks[1]);
	});

	it('leave nothing of the airlock behind', async () => {
		expect(airlockProcesses(place.inside('s'))).toEqual([]);
		expect(
			(await bash(sandbox, 'ls -A /envs | grep new; find / -xdev -user 1001 -newer /proc/1 2>/dev/null')).text,
		).not.toMatch(/new-|uv/);
	});

	it.each([
		['-r /etc/passwd'],
		['--index-url=http://127.0.0.1'],
		['x @ http://127.0.0.1/x.whl'],
		['./x.whl'],
		['x; os_name == "posix"'],
		['x\n--no-build'],
		[''],
	])('are named by names and versions only, not by %j', async (requirement) => {
		const before = place.index.requests.length;
		expect(await resolve(sandbox, ['fine', requirement])).toMatchObject({
			kind: 'refused',
			reason: expect.stringContaining('is not a requirement'),
		});
		expect(place.index.requests).toHaveLength(before);
	});

	it.each([['x==1\n'], ['--find-links /tmp\n'], ['x==1 --hash=sha256:abc\n']])(
		'are installed from a lock, not from %j',
		async (text) => {
			expect(await sandbox.packages.install(text, { signal: never })).toMatchObject({
				kind: 'refused',
				reason: expect.stringContaining('damaged'),
			});
		},
	);
});
