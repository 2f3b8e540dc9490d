import { expect, it } from 'vitest';
import type { AgentEvent } from '../../../../src/chat/events.ts';
import { answer, play, started, taken } from './events.ts';
import { type OpenShow, openShow } from './open-show.ts';

type End = (opened: OpenShow, loud: string) => AgentEvent;
const ends: readonly (readonly [string, End, RegExp])[] = [
	['a long turn', (opened) => ({ ...endOf('done'), ...who(opened) }), /^<@\d+> this is done\./],
	[
		'a question',
		(opened) => ({ ...endOf('waiting'), question: 'q', ...who(opened) }),
		/^<@\d+> this waits for an answer\./,
	],
	['a failure', (opened, reason) => ({ ...endOf('failed'), reason, ...who(opened) }), /^⚠️ <@\d+> /],
];

function endOf<Outcome extends string>(outcome: Outcome) {
	return { type: 'turn-ended', key: 't1-x/end/ended', turn: 't1-x', outcome } as const;
}

function who({ discord }: OpenShow) {
	return { callsBack: { id: `discord:${discord.guild}/${discord.ada}`, name: 'Ada' } };
}

it.each(ends)(
	'after %s whoever asked is mentioned once in Discord, over a restart too, and nobody else',
	async (_, end, words) => {
		await using opened = await openShow();
		const { discord } = opened;
		const { thread, key } = await opened.root();
		const loud = `<@${discord.grace}> <@&${discord.makers}> @everyone`;
		const events = [started, taken(key), answer(`It is 4, ${loud}`), end(opened, loud)];
		await opened.until(opened.show(thread, play(...events)));
		const rows = opened.outbox.all.map((row) => ({ ...row }));
		await opened.until(opened.show(thread, play(...events), rows));
		expect(opened.shown(thread).at(-1)?.content).toMatch(words);
		expect(opened.shown(thread).flatMap((message) => discord.pings(message))).toEqual([discord.ada]);
	},
);
