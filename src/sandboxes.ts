import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ProblemError } from './base/errors.ts';
import type { Config } from './config/config.ts';
import { checkedTag, firstLook } from './process/checked-images.ts';
import type { IndexesPolicy } from './sandbox/airlock/indexes/indexes-policy.ts';
import type { PackagePolicy } from './sandbox/airlock/package-policy.ts';
import { createLedger } from './sandbox/files/ledger.ts';
import { perRun } from './sandbox/per-run.ts';
import type { PoolRules } from './sandbox/podman/boot/pool-rules.ts';
import type { HostOptions, PodmanOptions } from './sandbox/podman/container/options.ts';
import { namesHere } from './sandbox/podman/image/self-check.ts';
import { createPodmanSandboxes, type PodmanSandboxes } from './sandbox/podman/podman-sandboxes.ts';
import { rootlessHere } from './sandbox/podman/service/rootless.ts';
import { defaultStateDir } from './sandbox/podman/service/state-folder.ts';

export interface SandboxesHere
	extends Pick<PodmanOptions, 'homeId' | 'pathsOf' | 'places' | 'pool' | 'helper' | 'room' | 'log'> {
	/** All that sandboxes are given lies below it; default: the data folder. */
	readonly data?: string;
	/** Default: the one that is configured. */
	readonly image?: string;
}

/** The sandboxes of a data folder, as they are configured. Rejects with a `ProblemError` while there is no image. */
export async function sandboxesOf(config: Config, here: SandboxesHere): Promise<PodmanSandboxes> {
	const { places, pool, helper, room, log } = here;
	const { home, settings, packageIndex } = config;
	const kept = pool && onceUsed(pool);
	const host = await hostOptionsOf(config, here);
	const isOurs = here.image === undefined && settings.SANDBOX_IMAGE === undefined;
	const look = isOurs ? await firstLook(home, host.image) : undefined;
	const sandboxes = createPodmanSandboxes({
		...host,
		...(settings.PACKAGES === 'ask' && {
			packages: policyOf({ settings, packageIndex }),
			indexes: indexesOf({ settings, packageIndex }),
		}),
		...(places && { places }),
		...(helper && { helper }),
		...(room && { room }),
		...(kept && { pool: kept.rules }),
		fileLimits: {
			fileBytes: settings.FILE_LIMIT,
			turnBytes: settings.TURN_FILES_LIMIT,
			count: settings.ARTIFACT_LIMIT,
			ledger: createLedger({
				path: join(home, 'files-today.json'),
				limits: { sessionBytes: settings.SESSION_FILES_LIMIT, dayBytes: settings.DAY_FILES_LIMIT },
				now: Date.now,
				log,
			}),
		},
	});
	const acquire: PodmanSandboxes['acquire'] = async (session, signal) => {
		kept?.use();
		const sandbox = await sandboxes.acquire(session, signal);
		const [{ runtime } = { runtime: '' }] = sandboxes.status();
		await look?.(sandbox, { runtime, names: namesHere(here.homeId), signal });
		return sandbox;
	};
	const used = { ...sandboxes, acquire };
	return settings.SANDBOX_SCOPE === 'run' ? perRun(used) : used;
}

/** Of what containers are made, by the settings. The helper has the same from the operator. Rejects as `sandboxesOf` does. */
export async function hostOptionsOf(
	config: HostConfig,
	{ homeId, pathsOf, log, data = config.home, image }: Omit<SandboxesHere, 'places' | 'pool' | 'helper' | 'room'>,
): Promise<Omit<HostOptions, 'pool' | 'image'> & { readonly image: string }> {
	const { home, settings } = config;
	return {
		...groundOptionsOf(config, { homeId, log, data }),
		pathsOf,
		image: image ?? (await chosenImage(home, settings)),
		runtime: settings.SANDBOX_RUNTIME,
		limits: {
			memoryBytes: settings.SANDBOX_MEMORY,
			cpus: settings.SANDBOX_CPUS,
			pids: settings.SANDBOX_PIDS,
			idleMs: settings.SANDBOX_IDLE_MINUTES * 60_000,
		},
	};
}

export type HostConfig = Pick<Config, 'home' | 'settings' | 'timezone'>;

/** As much of this machine as sandboxes of every kind have. */
export function groundOptionsOf(
	{ settings, timezone }: HostConfig,
	{ homeId, log, data }: Required<Pick<SandboxesHere, 'homeId' | 'log' | 'data'>>,
): Pick<HostOptions, 'homeId' | 'stateDir' | 'rootless' | 'accepted' | 'socket' | 'timezone' | 'log'> {
	const rootless = rootlessHere(data);
	return {
		homeId,
		stateDir: defaultStateDir(homeId, rootless?.runtimeDir),
		...(rootless !== undefined && { rootless }),
		accepted: settings.SANDBOX_ACCEPT === undefined ? [] : [settings.SANDBOX_ACCEPT],
		...(settings.SANDBOX_SOCKET !== undefined && { socket: settings.SANDBOX_SOCKET }),
		timezone,
		log: log.child({ part: 'sandbox' }),
	};
}

/** None stands ready before one was needed: what starts them takes 48 MB, which a bot that only talks does not need. */
function onceUsed(rules: PoolRules): { readonly rules: PoolRules; readonly use: () => void } {
	let isUsed = false;
	const use = () => {
		isUsed = true;
	};
	return { rules: { ...rules, isCalm: async () => isUsed && (await rules.isCalm()) }, use };
}

function policyOf({ settings, packageIndex }: Pick<Config, 'settings' | 'packageIndex'>): PackagePolicy {
	return {
		index: packageIndex,
		leastAgeDays: settings.PACKAGE_DAYS,
		sessionBytes: settings.PACKAGE_LIMIT,
		seconds: 300,
	};
}

/** Of one set-up: as much as an image's own packages and a few large ones, and some requests for each. */
const setUpLimits = { bytes: 2e9, requests: 20_000 } as const;

/** For set-ups of repositories: nobody asks about each package there, as an admin has stated the command. */
function indexesOf({ settings, packageIndex }: Pick<Config, 'settings' | 'packageIndex'>): IndexesPolicy {
	const { NPM_INDEX_URL: npm, CRATES_INDEX_URL: crates, GO_INDEX_URL: go } = settings;
	return {
		urls: { pypi: packageIndex, npm, crates, go },
		leastAgeDays: settings.PACKAGE_DAYS,
		undated: settings.PACKAGES_ALLOWED?.split(/\s+/) ?? [],
		...setUpLimits,
	};
}

/** The image of sandboxes: the one that the operator has named, once it was checked, or the set-up's. Rejects as `sandboxesOf` does. */
export async function chosenImage(
	home: string,
	{ SANDBOX_IMAGE }: Pick<Config['settings'], 'SANDBOX_IMAGE'>,
): Promise<string> {
	const ours = await imageTag();
	return SANDBOX_IMAGE === undefined ? ours : await checkedTag(home, { own: SANDBOX_IMAGE, ours });
}

/** Set-up writes there which image it has built. */
const imageFile = join(import.meta.dirname, '..', 'build', 'sandbox-image.json');

/** The tag of the image that the set-up has built. Rejects with a `ProblemError` while there is none. */
export async function imageTag(): Promise<string> {
	const record = await readFile(imageFile, 'utf8')
		.then(JSON.parse)
		.catch(() => undefined);
	const parsed = z.object({ tag: z.string().min(1) }).safeParse(record);
	if (parsed.success) return parsed.data.tag;
	throw new ProblemError('The sandbox image has not been built yet', 'Run: node scripts/set-up.mjs');
}
