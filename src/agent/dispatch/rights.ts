import type { Asked, Inbound } from '../../store/inbound.ts';
import { placeOf } from '../../store/place.ts';
import type { SessionFolder } from '../../store/store.ts';
import { may, type Right, type Role, roles } from '../people.ts';
import { readRecord, standingOf } from '../session/session-record.ts';
import type { DispatchDeps } from './deps.ts';
import { systemPerson } from './expiry.ts';

/** The least role that may do each thing at all. What it takes in one session is asked there. */
const leastRole: Readonly<Record<Exclude<Inbound['type'], 'word'>, Role>> = {
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
export function denialOf(asked: Asked, { roleOf }: Pick<DispatchDeps, 'roleOf'>): string | undefined {
	if (asked.person.id === systemPerson.id) return undefined;
	const role = roleOf(asked.person, placeOf(asked.thread));
	// Words of ours come from nobody.
	if (role === undefined || asked.type === 'word')
		return 'You may not use Threadsmith here. Whoever runs it can let you in.';
	if (roles.indexOf(role) >= roles.indexOf(leastRole[asked.type])) return undefined;
	return 'You may read here (help, status, files), but not ask for work. Whoever runs Threadsmith can make you a member.';
}

/** Whether the person of `inbound` has this right in the session. */
export async function hasRight(
	right: Right,
	{ person, thread }: Pick<Inbound, 'person' | 'thread'>,
	folder: SessionFolder,
	{ roleOf }: Pick<DispatchDeps, 'roleOf'>,
): Promise<boolean> {
	return may(standingOf(person, await readRecord(folder), roleOf(person, placeOf(thread))), right);
}
