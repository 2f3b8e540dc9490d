import { join } from 'node:path';
import { createTrials, type TrialsDeps } from '../../../../src/agent/repo/trials/create-trials.ts';
import { packageFilesIn } from '../../../../src/agent/repo/trials/lock-files.ts';
import type { Trials } from '../../../../src/agent/repo/trials.ts';
import type { Repository } from '../../../../src/git/repository.ts';
import { createLayerFiles } from '../../../../src/process/repos/layer-files.ts';
import type { IndexesPolicy } from '../../../../src/sandbox/airlock/indexes/indexes-policy.ts';
import { image, podmanHome } from '../../../sandbox/podman/podman-home.ts';
import { type BundledRepository, bundledRepository } from '../../../support/bundled-repository.ts';
import { tempDir } from '../../../support/temp-dir.ts';

/** Trials of one repository in real sandboxes. */
export interface TrialsHome extends AsyncDisposable {
	readonly trials: Trials;
	readonly made: BundledRepository;
	readonly home: Awaited<ReturnType<typeof podmanHome>>;
	/** Where layers are kept. */
	readonly layers: string;
}

export async function trialsHome(
	wishes: Partial<Repository['wishes']>,
	urls: IndexesPolicy['urls'] = {},
	more: Partial<TrialsDeps> = {},
): Promise<TrialsHome> {
	await using building = new AsyncDisposableStack();
	const dir = building.use(await tempDir());
	const made = building.use(await bundledRepository(wishes));
	const indexes = { urls, leastAgeDays: 7, undated: [], bytes: 200e6, requests: 2_000 };
	const home = building.use(await podmanHome({ indexes }, 256 * 2 ** 20));
	const layers = join(dir.path, 'layers');
	const trials = createTrials({
		git: made.git,
		sandboxes: home.sandboxes,
		diskBytes: 256 * 2 ** 20,
		layers: createLayerFiles({ folder: layers, most: { one: 100e6, all: 200e6 } }),
		packageFiles: async (at) => packageFilesIn(made.listing(at)),
		image: async () => image,
		minutes: { setUp: 3, test: 1 },
		...more,
	});
	const held = building.move();
	return { trials, made, home, layers, [Symbol.asyncDispose]: () => held.disposeAsync() };
}
