import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { readPlan } from './plan.ts';

const { files } = readPlan();
const root = join(import.meta.dirname, '../../..');

/** Nearest first: what notices a mutant early keeps all later files from trying it. */
class InOrder {
	shard<Spec>(specs: Spec[]): Spec[] {
		return specs;
	}

	sort<Spec extends { readonly moduleId: string }>(specs: Spec[]): Spec[] {
		const placeOf = ({ moduleId }: Spec) => files.findIndex((file) => moduleId.endsWith(`/${file}`));
		return specs.toSorted((one, other) => placeOf(one) - placeOf(other));
	}
}

const isOne = process.env['MUTANT'] !== undefined;

// biome-ignore lint/style/noDefaultExport: vitest reads the default export
export default defineConfig({
	root,
	test: {
		include: [...files],
		testTimeout: isOne ? 20_000 : 60_000,
		hookTimeout: 60_000,
		maxWorkers: 1,
		isolate: false,
		setupFiles: ['tests/support/one-seed.ts'],
		execArgv: ['--disable-warning=ExperimentalWarning'],
		reporters: [isOne ? 'dot' : {}],
		sequence: { sequencer: InOrder },
		...(isOne ? { bail: 1 } : { runner: 'bench/mutate/in-worker/runner.ts' }),
	},
});
