import { join } from 'node:path';
import { createTrials, type TrialsDeps } from '../../../../src/agent/repo/trials/create-trials.ts';
import { packageFilesIn } from '../../../../src/agent/repo/trials/lock-files.ts';
import type { Trials, TrialWatch } from '../../../../src/agent/repo/trials.ts';
import type { Repository } from '../../../../src/git/repository.ts';
import { createLayerFiles } from '../../../../src/process/repos/layer-files.ts';
import { type BundledRepository, bundledRepository } from '../../../support/bundled-repository.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { type LocalLabs, type LocalLabsOptions, localLabs } from './local-labs.ts';

/** Trials of one repository in labs of this machine. */
export interface OpenTrials extends AsyncDisposable {
	readonly trials: Trials;
	readonly made: BundledRepository;
	readonly labs: LocalLabs;
	readonly layers: string;
	/** What was printed. */
	readonly heard: string[];
	readonly watch: TrialWatch;
}

export const session = 'local-trials-1234567890';

export async function openTrials(
	wishes: Partial<Repository['wishes']>,
	more: Partial<TrialsDeps> & LocalLabsOptions & { readonly most?: number } = {},
): Promise<OpenTrials> {
	await using building = new AsyncDisposableStack();
	const dir = building.use(await tempDir());
	const made = building.use(await bundledRepository(wishes));
	const labs = building.use(await localLabs(more));
	const layers = join(dir.path, 'layers');
	const heard: string[] = [];
	const trials = createTrials({
		git: made.git,
		sandboxes: labs.sandboxes,
		diskBytes: 1,
		layers: createLayerFiles({ folder: layers, most: { one: more.most ?? 10e6, all: 50e6 } }),
		packageFiles: async (at) => packageFilesIn(made.listing(at)),
		image: async () => 'localhost/image:1',
		minutes: { setUp: 1, test: 1 },
		...more,
	});
	const held = building.move();
	const watch = { signal: new AbortController().signal, onOutput: (text: string) => void heard.push(text) };
	return { trials, made, labs, layers, heard, watch, [Symbol.asyncDispose]: () => held.disposeAsync() };
}
