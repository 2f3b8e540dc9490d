import { folderOf } from '../../chat/place.ts';
import type { Places } from '../../chat/places.ts';
import type { Thread } from '../../chat/thread.ts';
import type { Linter } from '../../lint/linter.ts';
import type { Catalog, Sessions } from '../../store/store.ts';
import type { Model } from '../model/model.ts';
import type { Meaning } from '../tool-sources/search/meaning.ts';
import type { Labs } from './try/lab.ts';

/** Packages that a forged tool may have. */
export interface PackageRules {
	/** Names beside the well-known ones, normalized (PEP 503), that need nobody's yes. */
	readonly allowed: readonly string[];
	/** Whether packages may be installed at all. */
	readonly enabled: boolean;
}

/** Parts that the forge is made with. */
export interface ForgeDeps {
	readonly coder: Model;
	/** Looks over what has passed its tests, and may refuse it; none by default. */
	readonly judge: Model | undefined;
	/** How like a query tools are by their meaning; without it words tell alone. */
	readonly meaning?: Meaning | undefined;
	readonly linter: Linter;
	readonly packages: PackageRules;
	readonly sessions: Pick<Sessions, 'catalog'>;
	readonly places: Places;
	/** Where drafts are run. */
	readonly labs: Labs;
}

/** Tools forged in one session, and tools in one catalog, at most. */
export const caps = { session: 30, catalog: 200 } as const;

/** All that finding a catalog needs. */
export type CatalogDeps = Pick<ForgeDeps, 'sessions' | 'places' | 'meaning'>;

/** The catalog of a thread's place; undefined where a conversation has no place. */
export async function catalogOf(thread: Thread, { sessions, places }: CatalogDeps): Promise<Catalog | undefined> {
	const { place } = places.conversationOf(thread);
	return place === undefined ? undefined : sessions.catalog(folderOf(place));
}
