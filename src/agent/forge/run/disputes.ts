import { inTurn } from '../../../base/in-turn.ts';
import type { SessionFolder } from '../../../store/store.ts';
import { type Registry, readRegistry, updateRegistry } from '../registry/registry.ts';

/** Runs that wait for the Brain at most; of more the oldest are forgotten, as their tools can be ordered again. */
const mostDisputed = 30;

/** The registry with a run that waits for the Brain. Pure. */
export function withDisputed(registry: Registry, id: string): Registry {
	const others = (registry.disputed ?? []).filter((one) => one !== id);
	return { ...registry, disputed: [...others, id].slice(-mostDisputed) };
}

/** Notes that a run waits no more. */
export async function forgetDisputed(id: string, folder: SessionFolder): Promise<void> {
	const { disputed = [] } = await readRegistry(folder);
	if (!disputed.includes(id)) return;
	await updateRegistry(folder, (registry) => ({
		...registry,
		disputed: (registry.disputed ?? []).filter((one) => one !== id),
	}));
}

/** The ids of the runs that wait for the Brain. */
export async function disputedRuns(folder: SessionFolder): Promise<readonly string[]> {
	return (await readRegistry(folder)).disputed ?? [];
}

const concerned = new WeakMap<object, object>();

/** Works on disputed runs of a session one after another: of two answers to one the second sees what came of the first. */
export function oneByOne<T>({ documents }: Pick<SessionFolder, 'documents'>, work: () => Promise<T>): Promise<T> {
	// Not the documents themselves: the registry is changed in turn by those, while this waits.
	const key = concerned.get(documents) ?? {};
	concerned.set(documents, key);
	return inTurn(key, work);
}
