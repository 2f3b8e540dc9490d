import { createHash } from 'node:crypto';
import type { CallWatch, PackageLock, Packages } from '../../../sandbox/sandbox.ts';
import type { Requirement } from '../static/requirement.ts';
import type { SessionPackages } from './kept-packages.ts';

/** A session's packages as they are to be with further ones. */
export interface Plan extends Pick<SessionPackages, 'wanted' | 'packages' | 'layers'> {
	/** Of all packages beside those of the image. */
	readonly lock: PackageLock;
}

export type Found =
	| { readonly kind: 'planned'; readonly plan: Plan }
	| { readonly kind: 'undated'; readonly names: readonly string[] }
	| { readonly kind: 'refused'; readonly reason: string };

/** Environments on top of each other, at most: each is a place that Python looks into. */
const mostLayers = 12;

/** As many as one resolving takes. */
const mostWanted = 50;
const tooManyText = `A session can have ${mostWanted} packages that were asked for by name`;

/** Words of the resolver where no set of versions fits. */
const noSolution = /unsatisfiable|no solution|conflict/i;

/**
 * Finds the exact wheels for what the session has and what it asks for now. What is there keeps its version where that can be, so that only
 * what is new is fetched. Rejects only with the watch's reason.
 */
export async function findLayers(
	asked: readonly Requirement[],
	now: SessionPackages,
	{ packages, undated, watch }: { readonly packages: Packages; readonly undated: boolean; readonly watch: CallWatch },
): Promise<Found> {
	const names = new Set(asked.map(({ name }) => name));
	const others = now.wanted.filter(({ name }) => !names.has(name));
	if (others.length + asked.length > mostWanted) return { kind: 'refused', reason: tooManyText };
	const wanted = [...others, ...asked.map(({ name, text }) => ({ name, text }))];
	const resolve = (lines: readonly { readonly text: string }[]) =>
		packages.resolve({ requirements: lines.map(({ text }) => text), undated }, watch);
	const kept = await resolve([...others.map((one) => pinned(one, now)), ...asked]);
	const found =
		kept.kind === 'refused' && others.length > 0 && noSolution.test(kept.reason) ? await resolve(wanted) : kept;
	if (found.kind !== 'locked') return found;
	const { lock } = found;
	const versions = lock.packages.map(({ name, version }) => ({ name, version }));
	return { kind: 'planned', plan: { wanted, packages: versions, layers: layersFor(lock, now), lock } };
}

function pinned({ name, text }: SessionPackages['wanted'][number], { packages }: SessionPackages) {
	const version = packages.find((one) => one.name === name)?.version;
	const extras = /^[^\s[]*(\[[^\]]*\])/.exec(text)?.[1] ?? '';
	return { text: version === undefined ? text : `${name}${extras}==${version}` };
}

/** One more on top where nothing of what is there changes; else one that holds all. Pure. */
function layersFor(lock: PackageLock, { layers }: SessionPackages): SessionPackages['layers'] {
	if (lock.text === '') return [];
	const whole = [{ hash: lock.hash, lock: lock.text }];
	const had = new Set(layers.flatMap((layer) => linesOf(layer.lock)));
	const lines = linesOf(lock.text);
	const isKept = [...had].every((line) => lines.includes(line));
	if (!isKept || layers.length >= mostLayers) return whole;
	const added = lines
		.filter((line) => !had.has(line))
		.map((line) => `${line}\n`)
		.join('');
	return added === '' ? layers : [...layers, { hash: hashOf(added), lock: added }];
}

function linesOf(lock: string): readonly string[] {
	return lock.split('\n').filter((line) => line !== '');
}

/** Names the environment of a lock, as `PackageLock` says. */
function hashOf(lock: string): string {
	return createHash('sha256').update(lock).digest('hex').slice(0, 32);
}
