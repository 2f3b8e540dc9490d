import { groupDigits } from '../../../base/text/group-digits.ts';
import type { SettleEnd, ShowScene } from '../ground.ts';
import type { Show } from '../presenter-deps.ts';
import { duration, goesOn } from '../progress-line.ts';

type Beside = Omit<Extract<SettleEnd, { kind: 'beside' }>, 'kind' | 'footer'>;

/** Leaves the live message with its lines and what the turn has cost, while `post` shows something below it. Rejects when both have ended. */
export async function settleBeside<Message>(show: Show<Message>, beside: Beside): Promise<void> {
	const footer = footerOf(show, show.deps.clock.now());
	await show.ground.live.settle({ kind: 'beside', footer, ...beside });
}

/** A turn that could not be shown to its end is not left as if it ran. Rejects as `Live.settle` does. */
export async function leaveBroken<Message>({ ground }: Show<Message>): Promise<void> {
	await ground.live.settle({ kind: 'broken', footer: goesOn });
}

/** Time and tokens so far. Pure. */
export function footerOf({ progress, startedAt }: Pick<ShowScene, 'progress' | 'startedAt'>, now: number): string {
	const { tokens } = progress.now();
	const spent = tokens === 0 ? '' : `, ${groupDigits(tokens)} tokens`;
	return `${duration(now - startedAt)}${spent}`;
}
