import { isOfMachine, userMessage } from '../../../base/errors.ts';
import type { PlacedFile, Sandbox } from '../../../sandbox/sandbox.ts';
import type { Picture } from '../../../store/journal.ts';
import type { Session } from '../../session/session.ts';
import { type KeepSeen, viewPicture } from '../../turn/look/view-picture.ts';
import type { DispatchDeps } from '../deps.ts';

export type LookingDeps = Pick<DispatchDeps, 'sandboxes' | 'diskBytes' | 'vision'>;

/** A picture to be shown, and sentences why there is none, or how it is shown. */
export interface ViewedPicture {
	readonly picture?: Picture;
	readonly facts: readonly string[];
}

/** Pictures of one message that are shown. */
const mostPictures = 8;

/** Has pictures made such that a model takes them. Never rejects: whatever fails is told in a sentence. */
export async function viewEach(
	pictures: readonly PlacedFile[],
	session: Session,
	deps: LookingDeps,
	signal: AbortSignal,
): Promise<readonly ViewedPicture[]> {
	const viewed: ViewedPicture[] = [];
	for (const [at, { name }] of pictures.entries())
		viewed.push(at < mostPictures ? await viewOne(name, session, deps, signal) : { facts: [tooMany(name)] });
	return viewed;
}

function tooMany(name: string): string {
	return `"${name}" is not shown: it is more than the ${mostPictures} pictures of one message. look_at shows it`;
}

async function viewOne(name: string, session: Session, deps: LookingDeps, signal: AbortSignal): Promise<ViewedPicture> {
	const cannot = (reason: string) => ({ facts: [`"${name}" is a picture, which you cannot see: it ${reason}`] });
	try {
		const sandbox = await sandboxOf(session, deps, signal);
		const keep: KeepSeen = (files, until) => deps.sandboxes.place(session.id, files, 'seen', until);
		const seen = await viewPicture({ path: `/inputs/${name}` }, sandbox, keep, signal);
		if ('problem' in seen) return cannot(seen.problem);
		return { picture: seen.picture, facts: seen.remarks.map((remark) => `"${name}" ${remark}`) };
	} catch (error) {
		if (isOfMachine(error)) return cannot(`cannot be kept to be shown now: ${userMessage(error)}`);
		return cannot('could not be looked at in time, or for want of a sandbox');
	}
}

/** The sandbox of a session whose turn has not begun. Rejects as `Sandboxes.acquire` does. */
export function sandboxOf(
	{ id, folder }: Session,
	{ sandboxes, diskBytes }: LookingDeps,
	signal: AbortSignal,
): Promise<Sandbox> {
	return sandboxes.acquire({ session: id, diskBytes, trees: folder.files.trees }, signal);
}
