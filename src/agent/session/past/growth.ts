/** How the lists, sets and maps of a history become longer. */
export interface Growth {
	list<T>(list: readonly T[], added: readonly T[]): readonly T[];
	set<T>(set: ReadonlySet<T>, added: readonly T[]): ReadonlySet<T>;
	map<K, V>(map: ReadonlyMap<K, V>, added: readonly (readonly [K, V])[]): ReadonlyMap<K, V>;
}

/** By a copy each time: what there was stays as it is. */
export const copying: Growth = {
	list: (list, added) => [...list, ...added],
	set: (set, added) => new Set([...set, ...added]),
	map: (map, added) => new Map([...map, ...added]),
};

/**
 * By one copy of each, which becomes longer itself from then on: for a replay, of which nobody keeps the histories in between. It takes as long as
 * what is added. `copier` makes the copies.
 */
export function growingInPlace(copier: Growth = copying): Growth {
	const own = new WeakSet<object>();
	const owned = <T extends object>(made: T): T => {
		own.add(made);
		return made;
	};
	return {
		list(list, added) {
			if (!own.has(list)) return owned(copier.list(list, added));
			for (const one of added) (list as (typeof one)[]).push(one);
			return list;
		},
		set(set, added) {
			if (!own.has(set)) return owned(copier.set(set, added));
			for (const one of added) (set as Set<typeof one>).add(one);
			return set;
		},
		map(map, added) {
			if (!own.has(map)) return owned(copier.map(map, added));
			for (const [key, value] of added) (map as Map<typeof key, typeof value>).set(key, value);
			return map;
		},
	};
}
