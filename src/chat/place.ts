import type { Inbound } from './inbound.ts';

/** Where rights, catalogs and budgets hold, as its platform names it: `<prefix>:T1`, or the prefix alone. */
export type Place = string;

/** What somebody's being heard in a thread means for others: everyone of the place may read it, only some may, or nobody else may. */
export type Audience = NonNullable<Inbound['audience']>;

/** Somebody, and where they are asking. */
export interface Asker extends Pick<Inbound, 'person' | 'thread'> {
	readonly audience?: Audience | undefined;
}

/** The place that a person's id, a trait or a rule names, and what it names there: `<prefix>:T1` and `U2`. Pure. */
export function splitRule(rule: string): { readonly place: Place; readonly subject: string } {
	const at = rule.indexOf('/');
	return at === -1 ? { place: rule, subject: '' } : { place: rule.slice(0, at), subject: rule.slice(at + 1) };
}

/** A place as the name of a folder. Pure. */
export function folderOf(place: Place): string {
	return place.replace(':', '-');
}
