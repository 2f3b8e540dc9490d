import { expect, it } from 'vitest';
import { wordsOf } from '../../../../bench/soak/conversation.ts';
import { planOutages } from '../../../../bench/soak/outage/outage-plan.ts';
import type { PlannedMessage } from '../../../../bench/soak/plan.ts';
import { soakScript } from '../../../../bench/soak/soak-script.ts';

const answerTo = async (message: PlannedMessage) =>
	await soakScript(
		{ model: 'brain', messages: [{ role: 'user', content: wordsOf(message) }] },
		0,
		new AbortController().signal,
	);

it('where most of the disk is taken, the room that is left is for no answer', async () => {
	const rounds = planOutages({ threads: 52, seed: 7 }).filter(({ trouble }) => trouble === 'most-of-disk');
	expect(rounds.map(({ phase }) => phase)).toEqual(['taken', 'thinking', 'answer']);
	for (const { left, messages } of rounds) {
		expect(left).toBeGreaterThanOrEqual(100_000);
		expect(messages).toHaveLength(2);
		for (const message of messages) expect(String((await answerTo(message)).text).length).toBeGreaterThan(left);
	}
});
