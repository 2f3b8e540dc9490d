import type { Packages } from '../../src/sandbox/sandbox.ts';
import { rejection } from './rejection.ts';

/** Those of a sandbox that has no package index. */
export const noPackages: Packages = {
	resolve: async () => ({ kind: 'refused', reason: 'no package index is set up here' }),
	install: async () => ({ kind: 'refused', reason: 'no package index is set up here' }),
	openIndexes: async () => ({ kind: 'refused', reason: 'no package index is set up here' }),
};

/** Those that a test makes: who opens no indexes need not say so. */
export type GivenPackages = Omit<Packages, 'openIndexes'> & Partial<Packages>;

/** Packages of a test's making: each use is noted, and ends when its signal aborts, whatever the test's own do. */
export function fakePackages(
	{ resolve, install, openIndexes = noPackages.openIndexes }: GivenPackages = noPackages,
	note: (tool: string, args: Readonly<Record<string, unknown>>) => void,
): Packages {
	return {
		async resolve(request, watch) {
			watch.signal.throwIfAborted();
			note('packages.resolve', { ...request });
			return Promise.race([resolve(request, watch), rejection(watch.signal)]);
		},
		async install(text, watch) {
			watch.signal.throwIfAborted();
			note('packages.install', { text });
			return Promise.race([install(text, watch), rejection(watch.signal)]);
		},
		async openIndexes(names, watch) {
			watch.signal.throwIfAborted();
			note('packages.openIndexes', { names });
			return Promise.race([openIndexes(names, watch), rejection(watch.signal)]);
		},
	};
}
