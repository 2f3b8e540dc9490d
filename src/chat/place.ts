import type { Inbound } from './inbound.ts';
import type { Thread } from './thread.ts';

/** Where rights, catalogs and budgets hold: `slack:T1` (or `slack:E1`, an organisation), `discord:G1`, `local`. */
export type Place = string;

/** What somebody's being heard in a thread means for others: everyone of the place may read it, only some may, or nobody else may. */
export type Audience = NonNullable<Inbound['audience']>;

/** Somebody, and where they are asking. */
export interface Asker extends Pick<Inbound, 'person' | 'thread'> {
	readonly audience?: Audience | undefined;
}

/** What stands for a server where there is none. */
const nowhere = ['', 'dm', '0'];

/** The place of a thread: that of the workspace or server it is in, whoever speaks there; undefined where Discord has none. Pure. */
export function placeOf({ platform, id }: Pick<Thread, 'platform' | 'id'>): Place | undefined {
	if (platform === 'terminal') return 'local';
	const [of = ''] = id.split('-');
	return nowhere.includes(of) ? undefined : `${platform}:${of}`;
}

/** The place of a session, out of its id: the thread's that it began in. Pure. */
export function placeOfSession(id: string): Place | undefined {
	const [platform = '', of = ''] = id.split('-');
	if (platform === 'local') return 'local';
	return nowhere.includes(of) ? undefined : `${platform}:${of}`;
}

/** Whether one person alone talks with us in a thread: a direct conversation, which is theirs whatever their place says. Pure. */
export function isDirect({ platform, id }: Pick<Thread, 'platform' | 'id'>): boolean {
	if (platform === 'discord') return placeOf({ platform, id }) === undefined;
	return platform === 'slack' && /^[^-]+-D/.test(id);
}

/** Who may read in a thread may read in every thread of the same room: a channel of Slack, a thread of Discord. Pure. */
export function roomOf({ platform, id }: Thread): string {
	return `${platform}/${platform === 'slack' ? id.split('-').slice(0, 2).join('-') : id}`;
}

/** The place that a person's id, a trait or a rule names, and what it names there: `slack:T1` and `U2`. Pure. */
export function splitRule(rule: string): { readonly place: Place; readonly subject: string } {
	const at = rule.indexOf('/');
	return at === -1 ? { place: rule, subject: '' } : { place: rule.slice(0, at), subject: rule.slice(at + 1) };
}

/** Whether two ids are one person's. On Discord somebody has an id in each server, with the same user in it. Pure. */
export function isSamePerson(one: string, other: string): boolean {
	if (one === other) return true;
	const [a, b] = [splitRule(one), splitRule(other)];
	return [a, b].every(({ place }) => place.startsWith('discord:')) && a.subject === b.subject;
}

/** A place as the name of a folder. Pure. */
export function folderOf(place: Place): string {
	return place.replace(':', '-');
}
