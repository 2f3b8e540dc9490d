import type { Wheel } from './choose-files.ts';
import { normalName } from './package-names.ts';
import type { DoorScope } from './scope.ts';

/** A wheel that a served page names. */
export interface ServedFile {
	/** Normalized (PEP 503). */
	readonly name: string;
	readonly version: string;
	readonly filename: string;
	/** Hex. */
	readonly sha256: string;
	/** ISO 8601; undefined where the index does not tell it. */
	readonly uploadedAt: string | undefined;
}

/** Remembers what an installer may ask for by now: names, and the wheels of the pages that it has been given. */
export interface WheelCache {
	isOpen(name: string): boolean;
	/** Opens what served metadata requires, where finding packages is what the door is for. Normalized names. */
	open(names: readonly string[]): void;
	put(wheels: readonly Wheel[]): void;
	find(sha256: string, filename: string): Wheel | undefined;
	files(): readonly ServedFile[];
}

export function createWheelCache(scope: DoorScope): WheelCache {
	const names = new Set(namesOf(scope).map(normalName));
	const wheels = new Map<string, Wheel>();

	return {
		isOpen: (name) => scope.kind === 'any' || names.has(name),
		open(more) {
			if (scope.kind === 'resolve') for (const name of more) names.add(name);
		},
		put(more) {
			for (const wheel of more) wheels.set(keyOf(wheel), wheel);
		},
		find: (sha256, filename) => wheels.get(keyOf({ sha256, filename })),
		files: () => [...wheels.values()].map(servedFile),
	};
}

function namesOf(scope: DoorScope): readonly string[] {
	if (scope.kind === 'any') return [];
	return scope.kind === 'resolve' ? scope.names : scope.packages.map(({ name }) => name);
}

function keyOf({ sha256, filename }: Pick<Wheel, 'sha256' | 'filename'>): string {
	return `${sha256}/${filename}`;
}

function servedFile({ name, version, filename, sha256, uploadedAt }: Wheel): ServedFile {
	const date = uploadedAt === undefined ? undefined : new Date(uploadedAt).toISOString();
	return { name, version, filename, sha256, uploadedAt: date };
}
