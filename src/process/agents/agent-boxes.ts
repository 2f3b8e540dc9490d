import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { ProblemError } from '../../base/errors.ts';
import type { Config } from '../../config/config.ts';
import { boxName } from '../../sandbox/boxes.ts';
import { defaultFileLimits } from '../../sandbox/files/limits.ts';
import { type AgentsOf, boxPathsIn } from '../../sandbox/podman/boxes/box-paths.ts';
import {
	type BoxesOptions,
	boxInMemory,
	createPodmanBoxes,
	type PodmanBoxes,
} from '../../sandbox/podman/boxes/podman-boxes.ts';
import type { HostOptions } from '../../sandbox/podman/container/options.ts';
import { namesHere } from '../../sandbox/podman/image/self-check.ts';
import { boxesId } from '../../sandbox/podman/service/state-folder.ts';
import { groundOptionsOf, type HostConfig } from '../../sandboxes.ts';
import { type FirstLook, firstLook, ofAgents } from '../checked-images.ts';

export interface BoxesHere
	extends Pick<BoxesOptions, 'homeId' | 'agentsOf' | 'gateway' | 'places' | 'helper' | 'room' | 'log'> {
	/** All that boxes are given lies below it; default: the data folder. */
	readonly data?: string;
	/** Default: the one that `./threadsmith image agents` has built. */
	readonly image?: string;
}

/**
 * The boxes of a data folder's coding agents, as they are configured. That there is no image of agents is told by `acquire`: it may be built while this
 * process runs.
 */
export function boxesOf(config: Config, here: BoxesHere): PodmanBoxes {
	const { agentsOf, gateway, places, helper, room } = here;
	const host = boxHostOptionsOf(config, here);
	const boxes = createPodmanBoxes({
		...host,
		...{ agentsOf, gateway },
		...(places && { places }),
		...(helper && { helper: { ...helper, of: 'agents' as const } }),
		...(room && { room }),
		fileLimits: defaultFileLimits,
	});
	return here.image === undefined ? lookedInto(boxes, config.home, here.homeId) : boxes;
}

/** The first box of each image is looked into before an agent is in it, as the first sandbox is. Where that fails, it ends. */
function lookedInto(boxes: PodmanBoxes, home: string, homeId: string): PodmanBoxes {
	const looks = new Map<string, Promise<FirstLook | undefined>>();
	return {
		...boxes,
		async acquire(box, signal) {
			const tag = await agentsImage();
			const looking = looks.get(tag) ?? firstLook(home, tag, ofAgents);
			looks.set(tag, looking);
			const look = await looking;
			const sandbox = await boxes.acquire(box, signal);
			const { runtime = '' } = boxes.status().find(({ session }) => session === boxName(box.run)) ?? {};
			await look?.(sandbox, { runtime, names: namesHere(homeId), signal }).catch(async (error: unknown) => {
				await boxes.end(box.run);
				throw error;
			});
			return sandbox;
		},
	};
}

/** Of what boxes are made, by the settings: as sandboxes are, but for what agents have of their own. The helper has the same from the operator. */
export function boxHostOptionsOf(
	config: HostConfig,
	{
		homeId,
		agentsOf,
		log,
		data = config.home,
		image,
	}: Pick<BoxesHere, 'homeId' | 'log' | 'data' | 'image'> & { readonly agentsOf: AgentsOf },
): HostOptions {
	const { settings } = config;
	return {
		...groundOptionsOf(config, { homeId: boxesId(homeId), log, data }),
		pathsOf: boxPathsIn(agentsOf),
		image: image ?? agentsImage,
		runtime: settings.AGENT_RUNTIME,
		limits: {
			memoryBytes: settings.AGENT_MEMORY,
			cpus: settings.AGENT_CPUS,
			pids: settings.SANDBOX_PIDS,
			idleMs: settings.AGENT_IDLE_MINUTES * 60_000,
		},
		inMemory: boxInMemory,
	};
}

/** `./threadsmith image agents` writes there which image it has built. */
const imageFile = join(import.meta.dirname, '..', '..', '..', 'build', 'agents-image.json');

/** The tag of the image with the agents. Rejects with a `ProblemError` while there is none. */
export async function agentsImage(): Promise<string> {
	const record = await readFile(imageFile, 'utf8')
		.then(JSON.parse)
		.catch(() => undefined);
	const parsed = z.object({ tag: z.string().min(1) }).safeParse(record);
	if (parsed.success) return parsed.data.tag;
	throw new ProblemError('The image with the coding agents has not been built yet', 'Run: ./threadsmith image agents');
}
