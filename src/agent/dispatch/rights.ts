import type { Asked, Inbound } from '../../chat/inbound.ts';
import { may, type Right, type Role, roles, systemPerson } from '../../chat/people.ts';
import type { SessionFolder } from '../../store/store.ts';
import { membershipOf, readRecord } from '../session/session-record.ts';
import type { DispatchDeps } from './deps.ts';
import { isStop, wasSaidBefore } from './stopping/stop-order.ts';

/** The least role that may do each thing at all. What it takes in one session is asked there. */
const leastRole: Readonly<Record<Exclude<Inbound['type'], 'word' | 'erase'>, Role>> = {
	message: 'member',
	steer: 'member',
	edit: 'member',
	delete: 'member',
	stop: 'member',
	command: 'guest',
	answer: 'guest',
	feedback: 'guest',
	opened: 'guest',
};

/** Why this is not let in, a sentence for its person; undefined when it is. Pure. */
export function denialOf(
	asked: Asked,
	{ roleOf, places }: Pick<DispatchDeps, 'roleOf' | 'places'>,
): string | undefined {
	if (asked.person.id === systemPerson.id) return undefined;
	const role = roleOf(asked.person, places.conversationOf(asked.thread).place);
	// Words and orders of our own come from nobody.
	if (role === undefined || asked.type === 'word' || asked.type === 'erase')
		return 'You may not use Threadsmith here. Whoever runs it can let you in.';
	if (roles.indexOf(role) >= roles.indexOf(leastRole[asked.type])) return undefined;
	return 'You may read here (help, status, files), but not ask for work. Whoever runs Threadsmith can make you a member.';
}

/**
 * Whether the person of `inbound` has this right in the session. One that nobody is known of yet is whose message waits, or begins, in it
 * first.
 */
export async function hasRight(
	right: Right,
	inbound: Inbound,
	folder: SessionFolder,
	{ roleOf, places, store }: Pick<DispatchDeps, 'roleOf' | 'places' | 'store'>,
): Promise<boolean> {
	const { person, thread } = inbound;
	const role = roleOf(person, places.conversationOf(thread).place);
	const record = await readRecord(folder, places);
	const first = record ? undefined : firstBefore(inbound, await store.inbox.waiting(folder.id));
	if (first && !places.isSamePerson(first.person.id, person.id))
		return may({ role: role ?? 'guest', owner: false, participant: false }, right);
	return may(membershipOf({ person, role }, record, places), right);
}

/** The first message that was said before it. Pure. */
function firstBefore(inbound: Inbound, waiting: readonly Inbound[]): Inbound | undefined {
	const place = waiting.findIndex(({ key }) => key === inbound.key);
	const isBefore = (other: Inbound, at: number) =>
		isStop(inbound) ? wasSaidBefore(other, inbound, waiting) : place < 0 || at < place;
	return waiting.find((other, at) => other.type === 'message' && isBefore(other, at));
}
