/**
 * Measures a repository of 100 MB in 2,000 files on its way in and out, over a real git server with TLS, with real sandboxes. `repository`: from asking
 * for it to its folder being ready in the sandbox of a new thread, that sandbox's cold start with it; control: `git clone --depth 1` from that server
 * into a folder of this host. `repository-again`: likewise for the next thread, for which the host has it already; control: the first. `repository-diff`:
 * one commit of what is in the sandbox, of whose files 1,000 were changed, with its difference and the scan for secrets; control: `git add -A`, `git commit`
 * and `git diff` on the same changes in such a clone.
 */

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { openFolder, staging } from '../../src/agent/repo/open/guest-folder.ts';
import type { SeedFiles } from '../../src/demo/git-server/make-repository.ts';
import type { Committed, Git } from '../../src/git/git.ts';
import { binaryFinding } from '../../src/git/scan/binary-finding.ts';
import { protectedFindings } from '../../src/git/scan/protected-paths.ts';
import { scanFile } from '../../src/git/scan/scan-file.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { type GitGround, gitGround, token } from '../../tests/support/git-server/git-ground.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { interleave, spread, timed } from '../interleave.ts';
import { bash, openSandboxBench, type SandboxBench } from '../parts/sandbox-bench.ts';
import { type TempHome, tempHome } from '../parts/temp-home.ts';
import { type Row, toRow } from '../row.ts';
import { summarise } from '../summary.ts';

const [folders, filesInEach, fileBytes] = [40, 50, 50_000];

interface Ground {
	readonly server: GitGround;
	readonly under: SandboxBench;
	readonly home: TempHome;
	readonly context: BenchContext;
}

export const repository: Bench = {
	name: 'repository',
	async run(context) {
		await using server = await gitGround({ branches: { main: [hundredMegabytes(), { 'README.md': '# App\n' }] } });
		await using home = await tempHome();
		await using under = await openSandboxBench(context);
		const ground = { server, under, home, context };
		return [...(await waysIn(ground)), await wayOut(ground)];
	},
};

/** Lines of random letters, which shrink by a quarter. */
function hundredMegabytes(): SeedFiles {
	const content = () =>
		(
			randomBytes((fileBytes * 3) / 4)
				.toString('base64')
				.match(/.{1,79}/g) ?? []
		).join('\n');
	const names = Array.from({ length: folders * filesInEach }, (_, at) => {
		const [folder, file] = [Math.floor(at / filesInEach), at % filesInEach].map((one) => String(one).padStart(2, '0'));
		return `d${folder}/f${file}.txt`;
	});
	return Object.fromEntries(names.map((name) => [name, `${content()}\n`]));
}

interface Opening {
	readonly fetch: number;
	readonly sandbox: number;
	readonly unpack: number;
}

const whole = ({ fetch, sandbox, unpack }: Opening): number => fetch + sandbox + unpack;

async function waysIn(ground: Ground): Promise<Row[]> {
	const { context } = ground;
	const again: Opening[] = [];
	let runs = 0;
	const first = async (): Promise<Opening> => {
		runs += 1;
		await using git = gitOf(ground, `mirrors-${runs}`);
		const opening = await openOnce(ground, git, `first-${runs}`);
		again.push(await openOnce(ground, git, `again-${runs}`));
		await rm(join(ground.home.path, `mirrors-${runs}`), { recursive: true });
		return opening;
	};
	const pair = { subject: first, control: async () => ({ fetch: await clone(ground), sandbox: 0, unpack: 0 }) };
	const { subject, control } = await interleave(pair, { runs: 5, warmUps: 1 }, context);
	const next = again.slice(-subject.length);
	const [value, plain, second] = [subject, control, next].map((some) => summarise(some.map(whole)));
	if (!value || !plain || !second) throw new Error('Nothing was measured');
	context.say(`  first ${spread(value)} (${partsOf(subject)}); clone ${spread(plain)}`);
	context.say(`  again ${spread(second)} (${partsOf(next)})`);
	return [
		toRow({ name: 'repository', unit: 'ms', value, control: plain }),
		toRow({ name: 'repository-again', unit: 'ms', value: second, control: value }),
	];
}

function partsOf(openings: readonly Opening[]): string {
	const median = (part: keyof Opening) => Math.round(summarise(openings.map((one) => one[part])).median);
	return `fetch ${median('fetch')}, sandbox ${median('sandbox')}, unpack ${median('unpack')}`;
}

function gitOf({ server, home }: Ground, folder: string): Git {
	const scan = { scanFile, protectedFindings, binaryFinding };
	return server.other({ folder: join(home.path, folder), mostBytes: 1e9, scan });
}

/** As `open_repository` does it, one after the other. Leaves no sandbox. */
async function openOnce(ground: Ground, git: Git, session: string): Promise<Opening> {
	const { under } = ground;
	const { opening } = await open(ground, git, session);
	await under.sandboxes.end(session);
	await rm(dirname(under.pathsOf(session).disk), { recursive: true });
	return opening;
}

interface Opened {
	readonly opening: Opening;
	readonly sandbox: Sandbox;
	readonly commit: string;
}

async function open({ server, under, context: { signal } }: Ground, git: Git, session: string): Promise<Opened> {
	const start = performance.now();
	const fetched = await git.fetch(server.access, undefined, { signal });
	if (fetched.kind === 'refused') throw new Error(fetched.why);
	const atFetched = performance.now();
	const sandbox = await under.acquire(session);
	const atSandbox = performance.now();
	const bundle = git.bundle({ repository: server.access.repository, commit: fetched.commit }, signal);
	const made = await openFolder({ sandbox, folder: 'app', branch: 'work', bundle }, signal);
	if (made.kind === 'refused') throw new Error(made.why);
	const opening = { fetch: atFetched - start, sandbox: atSandbox - atFetched, unpack: performance.now() - atSandbox };
	return { opening, sandbox, commit: fetched.commit };
}

async function clone(ground: Ground): Promise<number> {
	const took = await timed(() => plain(ground, cloning(ground)));
	await rm(join(ground.home.path, 'cloned'), { recursive: true });
	return took;
}

function cloning({ server: { server } }: Ground): string {
	return `git clone -q --depth 1 https://x:${token}@127.0.0.1:${server.port}/acme/app.git cloned`;
}

/** A script of `sh` with git as anybody has it. */
async function plain({ home, server, context: { signal } }: Ground, script: string): Promise<void> {
	await mkdir(join(home.path, 'plain'), { recursive: true });
	const who = { GIT_AUTHOR_NAME: 'a', GIT_AUTHOR_EMAIL: 'a@b', GIT_COMMITTER_NAME: 'a', GIT_COMMITTER_EMAIL: 'a@b' };
	const env = {
		PATH: '/usr/local/bin:/usr/bin:/bin',
		HOME: join(home.path, 'plain'),
		GIT_SSL_CAINFO: server.server.caFile,
		...who,
	};
	await promisify(execFile)('sh', ['-ec', script], { cwd: home.path, env, signal, maxBuffer: 2 ** 30 });
}

/** In 1,000 files a line more; what was changed before is as it was. */
const changing = 'git checkout -q -f . && for one in d[01]?/*.txt; do echo "a line more" >>$one; done';
const changed = 1_000;

async function wayOut(ground: Ground): Promise<Row> {
	const { context, under } = ground;
	await using git = gitOf(ground, 'mirrors');
	const { sandbox, commit } = await open(ground, git, 'out');
	await plain(ground, cloning(ground));
	const pair = {
		subject: async () => {
			await bash(sandbox, `cd /workspace/app && ${changing}`, context.signal);
			return await timed(() => takeOut(ground, git, sandbox, commit));
		},
		control: async () => {
			await plain(ground, `cd cloned && ${changing}`);
			const took = await timed(() => plain(ground, 'cd cloned; git add -A; git commit -q -m x; git diff HEAD~'));
			await plain(ground, 'cd cloned; git reset -q --hard HEAD~');
			return took;
		},
	};
	const samples = await interleave(pair, { runs: 7, warmUps: 1 }, context);
	await under.sandboxes.end('out');
	const [value, control] = [summarise(samples.subject), summarise(samples.control)];
	context.say(`  diff ${spread(value)}; plain git ${spread(control)}`);
	return toRow({ name: 'repository-diff', unit: 'ms', value, control });
}

async function takeOut({ server, context: { signal } }: Ground, git: Git, sandbox: Sandbox, commit: string) {
	await using stage = await sandbox.open(staging('app'), signal);
	stage.stream.end();
	const at = { repository: server.access.repository, commit };
	const tree = stage.stream as AsyncIterable<Uint8Array>;
	const made = await git.commit({ at, name: 'bench/1', tree, message: 'Change it\n' }, { signal });
	if (made.kind === 'refused') throw new Error(made.why);
	return check(made);
}

function check({ changes, diff }: Committed): void {
	if (changes.length !== changed) throw new Error(`${changes.length} files were changed`);
	if (!diff.includes('+a line more')) throw new Error('The difference does not tell of it');
}
