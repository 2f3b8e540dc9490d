import { digestOf, fileGivenWith } from '../soak/conversation.ts';
import type { PlannedMessage } from '../soak/plan.ts';
import type { SeenThread } from '../soak/soak-platform.ts';
import type { Verdict } from '../soak/verdicts.ts';
import type { Ends } from './ends.ts';
import type { Load } from './load.ts';

interface Judged {
	readonly verdicts: readonly Verdict[];
	/** Files that were made and are not there, or not as they were made. */
	readonly notKept: number;
}

/**
 * A turn that ended as failed, and said why, has a true end, and what it did not make is not lost. Files that were made while the disk of the
 * machine was full may be: the sandbox was told that they were written, as any program is. They are counted, and no promise; nor is it that what
 * has become other bytes by that is handed over as the new version that it is. `rewritten`: their names. Pure.
 */
export function judged(said: readonly Verdict[], failed: Ends['failed'], rewritten: ReadonlySet<string>): Judged {
	const isFailed = (offender: string) => {
		const number = /\bno (\d+)|(?:made|given)-(\d{4})\./.exec(offender);
		return failed.has((number?.[1] ?? number?.[2] ?? '').padStart(4, '0'));
	};
	const isRewritten = ({ name }: Verdict, offender: string) =>
		name === 'posted-twice' && [...rewritten].some((file) => offender.endsWith(`"${file}"`));
	const verdicts = said.map((verdict) => ({
		...verdict,
		offenders: verdict.offenders.filter((one) => !isFailed(one) && !isRewritten(verdict, one)),
	}));
	const files = verdicts.find(({ name }) => name === 'files-out-lost');
	return {
		verdicts: verdicts.filter((one) => one !== files),
		notKept: (files?.offenders.length ?? 0) + rewritten.size,
	};
}

/** The names under which a thread was handed files of different bytes. Pure. */
export function rewrittenIn(seen: readonly SeenThread[]): ReadonlySet<string> {
	const names = seen.flatMap(({ files }) => {
		const versions = Map.groupBy(files, ({ name }) => name);
		return [...versions].filter(([, all]) => new Set(all.map(({ bytes }) => digestOf(bytes))).size > 1);
	});
	return new Set(names.map(([name]) => name));
}

/**
 * Inputs by the names that people gave them: one whose name Slack could not be asked for in time is called by its id, which is not lost
 * (src/adapters/slack/files/name-files.ts). Pure.
 */
export function withNames(
	inputs: ReadonlyMap<string, Uint8Array>,
	said: readonly PlannedMessage[],
): ReadonlyMap<string, Uint8Array> {
	const given = said.map(({ number }) => fileGivenWith(number));
	const byDigest = new Map(given.map(({ name, bytes }) => [digestOf(bytes), name]));
	const nameOf = (name: string, bytes: Uint8Array) => (/^F\d+$/.test(name) ? byDigest.get(digestOf(bytes)) : name);
	return new Map([...inputs].map(([name, bytes]) => [nameOf(name, bytes) ?? name, bytes]));
}

/** The threads of which a message that was taken stands in no journal. Pure. */
export function lostOf(
	{ said, untaken }: Pick<Load, 'said' | 'untaken'>,
	kept: ReadonlySet<string>,
): readonly string[] {
	const refused = new Set(untaken.map((why) => /^no (\d+)/.exec(why)?.[1]));
	return said.flatMap((messages, thread) => {
		const lost = messages
			.map(({ number }) => String(number))
			.filter((number) => !refused.has(number) && !kept.has(number.padStart(4, '0')));
		return lost.length === 0 ? [] : [`thread ${thread}: no ${lost.join(', no ')}`];
	});
}
