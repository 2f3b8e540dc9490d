import { calledBack } from '../../src/adapters/present/show/show-end.ts';

/** A message of the bot's, the people whom it notifies, and those who have spoken in its thread. */
export interface Notifying {
	readonly text: string;
	readonly pings: readonly string[];
	readonly speakers: ReadonlySet<string>;
}

/** The people who had to be notified by nothing: it may call one of those who spoke back, at the end of a turn. Pure. */
export function unaskedPings({ text, pings, speakers }: Notifying): readonly string[] {
	const isCall = /^⚠️ /.test(text) || Object.values(calledBack).some((words) => text.trim().endsWith(words));
	const [one, ...others] = pings;
	return isCall && one !== undefined && others.length === 0 && speakers.has(one) ? [] : pings;
}
