import { expect, it } from 'vitest';
import type { AgentEvent } from '../../../../src/chat/events.ts';
import { answer, done, openShow, play, started, taken } from './open-show.ts';
import { textsOf } from './streaming-turn.ts';

const callsBack = { id: 'slack:T1/U2', name: 'Bo' } as const;
const loud = 'for <@U1> and <!channel>';
const ends: readonly (readonly [string, AgentEvent, RegExp])[] = [
	['a long turn', { ...endOf('done'), callsBack }, /^@Bo this is done\.$/],
	['a question', { ...endOf('waiting'), question: 'q', callsBack }, /^@Bo this waits for an answer\.$/],
	['a failure', { ...endOf('failed'), reason: loud, callsBack }, /^⚠️ @Bo for /],
];

function endOf<Outcome extends string>(outcome: Outcome) {
	return { type: 'turn-ended', key: 't1-x/end/ended', turn: 't1-x', outcome } as const;
}

it.each(ends)(
	'after %s whoever asked is mentioned once in Slack, over a restart too, and nobody else',
	async (_, end, words) => {
		await using opened = await openShow();
		const { thread, key } = opened.root();
		const events = [started, taken(key), answer(`It is 4, ${loud}`), end];
		await opened.until(opened.show(thread, play(...events)));
		const rows = opened.outbox.all.map((row) => ({ ...row }));
		await opened.until(opened.show(thread, play(...events), rows));
		expect(textsOf(opened, thread).at(-1)).toMatch(words);
		expect(opened.shown(thread).flatMap((message) => opened.slack.pings(message))).toEqual(['U2']);
	},
);

it('a turn that calls nobody back ends without a word', async () => {
	await using opened = await openShow();
	const { thread, key } = opened.root();
	await opened.until(opened.show(thread, play(started, taken(key), answer('4'), done)));
	expect(textsOf(opened, thread)).toHaveLength(1);
});
