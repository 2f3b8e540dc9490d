import { splitRule } from '../chat/place.ts';
import type { Settings } from './config.ts';

/** The places on a platform in which rules give rights, without the platform's prefix. Pure. */
export function placesOf(
	{ ADMINS = [], MEMBERS = [], GUESTS = [] }: Pick<Settings, 'ADMINS' | 'MEMBERS' | 'GUESTS'>,
	prefix: 'slack:' | 'discord:',
): readonly string[] {
	const places = [...ADMINS, ...MEMBERS, ...GUESTS].map((rule) => splitRule(rule).place);
	const own = places.filter((place) => place.startsWith(prefix)).map((place) => place.slice(prefix.length));
	return [...new Set(own)];
}
