import { posix } from 'node:path';
import { runsAlone } from '../../tests/support/runs-alone.ts';
import { importGraph, reachOf, type Sources } from './reach.ts';

/** A test that needs Podman reaches this. */
const podman = 'tests/support/needs-podman.ts';

/**
 * The test files that reach one of the sources by their imports, nearest first: those in the folder that mirrors theirs, then those that
 * reach little else. Left out is what needs Podman or a process of its own. Pure.
 */
export function chooseTests(sources: Sources, targets: readonly string[]): readonly string[] {
	const graph = importGraph(sources);
	const chosen = [...sources].flatMap(([path, source]) => {
		if (!path.endsWith('.test.ts') || path.startsWith('tests/sandbox/podman/') || runsAlone(source)) return [];
		const reach = reachOf(graph, path);
		const isMeant = targets.some((target) => reach.has(target)) && !reach.has(podman);
		return isMeant ? [{ path, shared: nearness(path, targets), reach: reach.size }] : [];
	});
	return chosen.toSorted((one, other) => other.shared - one.shared || one.reach - other.reach).map(({ path }) => path);
}

/** How many folders a test shares with the nearest target. */
function nearness(test: string, targets: readonly string[]): number {
	const own = posix.dirname(test).split('/').slice(1);
	return Math.max(
		...targets.map((target) => {
			const folders = posix.dirname(target).split('/').slice(1);
			const apart = own.findIndex((folder, at) => folder !== folders[at]);
			return apart < 0 ? own.length : apart;
		}),
	);
}
