import type { Step } from '../../../store/journal.ts';
import type { Session } from '../../session/session.ts';
import { forgetTitle } from '../../session/session-record.ts';
import { erasedText, stubOf, withoutTakenBack } from '../../session/stubs.ts';
import type { DispatchDeps } from '../deps.ts';
import { forgetSteps } from './forget-steps.ts';

/** Takes the message of a platform's key out of what the session keeps, with the files that came with it. Nothing happens where it was not taken. */
export async function forgetMessage(
	key: string,
	session: Session,
	deps: Pick<DispatchDeps, 'eraser' | 'places' | 'store'>,
): Promise<void> {
	const isMeant = (step: Step) => step.type === 'taken' && step.keys.includes(key) && step.message.text !== erasedText;
	const { folder } = session;
	const first = (await folder.journal.after(0)).find(({ step }) => step.type === 'taken');
	if (first && isMeant(first.step)) await forgetTitle(folder, deps.places);
	const without = (step: Step) =>
		step.type === 'ended' ? withoutTakenBack(step, (one) => one.key === key) : isMeant(step) ? stubOf(step) : step;
	await forgetSteps(without, session, deps);
}
