import type { Places } from '../../chat/places.ts';
import type { Person } from '../../chat/thread.ts';
import type { Records } from '../../store/records.ts';
import { allSums, type DaySums } from './day-sums.ts';
import type { Ledger } from './ledger.ts';
import { personOwner, type Scope } from './scopes.ts';

/**
 * Removes what is counted for a person, in all places; what it came to in channels and places stays, and names nobody. Today's sums go when the day is over:
 * else whoever is forgotten could spend it anew.
 */
export async function forgetSpending(
	person: Pick<Person, 'id'>,
	{ records, places, ledger }: { readonly records: Records; readonly places: Places; readonly ledger: Ledger },
): Promise<void> {
	const owner = personOwner(person, places);
	for (const sums of await allSums(owner, records))
		if (sums.day === ledger.today()) await ledger.change(scopeOf(owner, sums), sums.day, withoutPerson);
		else await records.remove('spent', sums.id);
}

function scopeOf(owner: string, { id, day }: DaySums): Scope {
	return { kind: 'person', owner, key: id.slice(0, -`/${day}`.length) };
}

function withoutPerson(sums: DaySums): DaySums {
	return { ...sums, forgotten: true };
}
