import { z } from 'zod';
import { kept } from '../../../base/kept.ts';
import { zoneNamed } from '../../../base/text/time-zone.ts';
import { splitRule } from '../../../chat/place.ts';
import type { Places } from '../../../chat/places.ts';
import type { Person } from '../../../chat/thread.ts';
import type { Records } from '../../../store/records.ts';

const preferencesSchema = kept({
	/** A name of the IANA database. */
	zone: z.string().optional(),
	/** Whether they are mentioned when something of theirs is done, or waits for them. */
	notify: z.enum(['on', 'off']).optional(),
});

/** Somebody's own settings, wherever they are met. */
export type Preferences = z.infer<typeof preferencesSchema>;

/** The settings of whoever has none of their own. */
export interface UsualPreferences {
	readonly zone: string;
	readonly notify: 'on' | 'off';
}

interface PreferenceDeps {
	readonly records: Pick<Records, 'get' | 'put'>;
	readonly places: Pick<Places, 'platformOf'>;
}

export async function preferencesOf(person: Person, { records, places }: PreferenceDeps): Promise<Preferences> {
	return (await records.get('preference', personKey(person, places), preferencesSchema)) ?? {};
}

/** Sets some, and leaves the others; `undefined` takes one back. */
export async function prefer(person: Person, changed: Preferences, deps: PreferenceDeps): Promise<void> {
	const whole = { ...(await preferencesOf(person, deps)), ...changed };
	const key = personKey(person, deps.places);
	await deps.records.put('preference', key, key, whole);
}

/** Takes all of them back, and that there were any. */
export async function forgetPreferences(
	person: Person,
	{ records, places }: { readonly records: Pick<Records, 'remove'>; readonly places: PreferenceDeps['places'] },
): Promise<void> {
	await records.remove('preference', personKey(person, places));
}

/** The zone that somebody has named, else the one that their platform tells, else that of the installation. */
export async function zoneOf(person: Person, usual: UsualPreferences, deps: PreferenceDeps): Promise<string> {
	const { zone = person.zone } = await preferencesOf(person, deps);
	return (zone === undefined ? undefined : zoneNamed(zone)) ?? usual.zone;
}

/** One name for a person: whom each place knows under an id of its own is one in all of them. Pure. */
export function personKey({ id }: Pick<Person, 'id'>, places: PreferenceDeps['places']): string {
	const facts = places.platformOf(id);
	return facts?.people === 'everywhere' ? `${facts.prefix}/${splitRule(id).subject}` : id;
}
