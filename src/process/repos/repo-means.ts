import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createTrials } from '../../agent/repo/trials/create-trials.ts';
import { packageFilesIn } from '../../agent/repo/trials/lock-files.ts';
import type { Config } from '../../config/config.ts';
import { ownEnvironment } from '../../config/environment.ts';
import { type CodeHosts, createCodeHosts } from '../../git/code-host/create-code-hosts.ts';
import { connectToFiles } from '../../git/code-host/wire/open-file.ts';
import { createGit } from '../../git/create-git.ts';
import type { At } from '../../git/git.ts';
import type { RunGit } from '../../git/host/order.ts';
import { lookUpHere } from '../../git/host/reach/pin-host.ts';
import { createGitRunner } from '../../git/host/run-git.ts';
import { binaryFinding } from '../../git/scan/binary-finding.ts';
import { protectedFindings } from '../../git/scan/protected-paths.ts';
import { scanFile } from '../../git/scan/scan-file.ts';
import type { Sandboxes } from '../../sandbox/sandbox.ts';
import type { Records } from '../../store/records.ts';
import { authoritiesOf } from './authorities.ts';
import { forgetMirrors } from './forget-mirrors.ts';
import { keyFolderOf } from './key-folder.ts';
import { createLayerFiles } from './layer-files.ts';
import type { RepoMeans } from './repo-parts.ts';

export interface MeansHere {
	/** The data folder's id. */
	readonly homeId: string;
	/** Those of sessions, and which image they are made of now. */
	readonly sandboxes: Sandboxes;
	readonly image: () => Promise<string>;
	/** Which repositories are opened. */
	readonly records: Pick<Records, 'get'>;
}

/** Bytes of layers that set-ups have made: of one, and of all. */
const mostOfLayers = { one: 4 * 2 ** 30, all: 20 * 2 ** 30 };
/** Bytes of a listing of a tree: 200,000 names of some length. */
const mostListing = 2 ** 27;

/** Git, code hosts and trials on this machine. Rejects with `ProblemError`. */
export async function repoMeansOf(
	{ home, settings }: Pick<Config, 'home' | 'settings'>,
	{ homeId, sandboxes, image, records }: MeansHere,
): Promise<RepoMeans> {
	const { GIT_PRIVATE_HOSTS: privateHosts = [], GIT_CA_FILE: named } = settings;
	const folder = join(home, 'repos');
	await forgetMirrors(folder, records);
	const keyFolder = await keyFolderOf(homeId);
	const authorities = named === undefined ? undefined : await authoritiesOf(named, keyFolder);
	const runner = createGitRunner();
	const hosts = createCodeHosts({ privateHosts, ca: authorities?.text, clock: { now: Date.now } });
	const lfs = connectToFiles({ privateHosts, ca: authorities?.text });
	const git = createGit({
		...{ git: runner, folder, keyFolder, mostBytes: settings.GIT_MOST_BYTES, now: Date.now },
		mostOfAll: settings.GIT_MIRRORS_BYTES,
		reach: { privateHosts, caFile: authorities?.file, lookUp: lookUpHere, ...proxies(), tokenOf: appTokens(hosts) },
		openFile: lfs.open,
		scan: { scanFile, protectedFindings, binaryFinding },
	});
	const trials = createTrials({
		...{ git, sandboxes, image, diskBytes: settings.SANDBOX_DISK },
		layers: createLayerFiles({ folder: join(home, 'layers'), most: mostOfLayers }),
		packageFiles: (at, signal) => lockFilesAt(at, folder, runner.run, signal),
		minutes: { setUp: settings.REPO_SETUP_MINUTES, test: settings.REPO_TEST_MINUTES },
	});
	return {
		...{ git, trials, codeHostFor: hosts.codeHostFor },
		async [Symbol.asyncDispose]() {
			await git[Symbol.asyncDispose]();
			await hosts[Symbol.asyncDispose]();
			await lfs[Symbol.asyncDispose]();
			await rm(keyFolder, { recursive: true, force: true });
		},
	};
}

/** As other programs of this machine are told of it; code hosts are reached by the same. */
function proxies(): { readonly proxy: string | undefined; readonly noProxy: string | undefined } {
	const env = ownEnvironment();
	return {
		proxy: env['https_proxy'] || env['HTTPS_PROXY'] || undefined,
		noProxy: env['no_proxy'] || env['NO_PROXY'] || undefined,
	};
}

type TokenOf = Parameters<typeof createGit>[0]['reach']['tokenOf'];

function appTokens({ tokens }: Pick<CodeHosts, 'tokens'>): TokenOf {
	return async (credential, signal) => {
		const came = await tokens.tokenOf(credential, signal);
		return came.kind === 'token' ? came.token : came;
	};
}

/** By what git lists, which no file of the repository changes. */
async function lockFilesAt(
	{ repository, commit }: At,
	folder: string,
	run: RunGit,
	signal: AbortSignal,
): Promise<ReadonlyMap<string, string>> {
	const dir = join(folder, `${repository.id}.git`);
	const args = ['ls-tree', '-r', '-z', '--full-tree', commit];
	const end = await run({ dir, args, most: mostListing }, signal);
	if (end.kind !== 'ok') throw new Error(`The files of ${repository.name} at ${commit} cannot be listed: ${end.kind}`);
	return packageFilesIn(end.stdout.toString());
}
