import type { HostRefusal } from '../../../git/code-host/code-host.ts';
import type { Parts } from '../parts.ts';
import { inertLine, sentence } from '../safe-words.ts';
import { changed, type Look, nameOf, pauseOf, tellOnce } from './tell-once.ts';

/** People are told of what does not come back by itself so soon, once, ms. */
const tellAfterMs = 86_400_000;

/**
 * It could not be looked at: its host is away, or has had enough of us, or what it is asked with is away or damaged. Less often each time, and not before its
 * host says; none of it ends the looking.
 */
export async function lookLater(
	{ why, againAt = 0 }: Pick<HostRefusal, 'why' | 'againAt'>,
	look: Look,
	parts: Parts,
): Promise<void> {
	const { opened, folder, pull } = look;
	const { now } = parts.deps.clock;
	const { since, told } = pull.failing ?? { since: now() };
	await parts.book.amend(folder, (repos) =>
		changed(repos, opened, (known) => ({
			...known,
			fails: known.fails + 1,
			failing: known.failing ?? { since },
			at: Math.max(againAt, pauseOf(known.fails + 1, parts)),
		})),
	);
	if (told || now() - since < tellAfterMs) return;
	const text = `${nameOf(look)} could not be looked at for a day: ${sentence(inertLine(why, 400))} It is tried again by itself.`;
	await tellOnce({ text, mark: pull.mark, state: pull.state, away: since }, look, parts);
}
