import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { homeView } from '../../../../src/adapters/slack/render/home-view.ts';
import {
	feedbackBlock,
	readFeedback,
	receipt,
	suggestedPrompts,
	waitingMessage,
} from '../../../../src/adapters/slack/render/parts.ts';
import type { Overview } from '../../../../src/agent/commands/overview.ts';
import { checked, checkedView } from './checked.ts';
import { hostileText, liveIn } from './hostile-text.ts';

const nobody: Overview = { sessions: [], usage: { inputTokens: 0, outputTokens: 0, modelCalls: 0 }, tools: [] };

describe('feedbackBlock()', () => {
	it('names the turn in what is pressed', () => {
		const block = feedbackBlock('t1');
		checked({ blocks: [block], text: 'x' });
		const [buttons] = block.elements;
		const values =
			buttons?.type === 'feedback_buttons' ? [buttons.positive_button.value, buttons.negative_button.value] : [];
		expect(values.map(readFeedback)).toEqual([
			{ turn: 't1', value: 'good' },
			{ turn: 't1', value: 'bad' },
		]);
	});

	it('reads nothing that is not ours', () => {
		expect(['', 'good', 'fine t1', 'good t1 t2'].map(readFeedback)).toEqual(Array(4).fill(undefined));
	});
});

describe('waitingMessage()', () => {
	it('offers to use the message now, and to take it back', () => {
		const { blocks } = checked(waitingMessage('T1/C1/1.2'));
		expect(blocks.at(-1)).toMatchObject({
			elements: [
				{ action_id: 'use-now', value: 'T1/C1/1.2' },
				{ action_id: 'take-back', value: 'T1/C1/1.2' },
			],
		});
	});
});

describe('receipt()', () => {
	it('is name and size', () => {
		expect(receipt({ name: 'totals.csv', size: 1229 })).toBe('*totals.csv*  1.2 KB');
		expect(liveIn(receipt({ name: '<!channel>*<@U1>', size: 1 }))).toEqual([]);
	});
});

it('prompts are at most four', () => {
	expect(suggestedPrompts.length).toBeLessThanOrEqual(4);
});

describe('homeView()', () => {
	it('is friendly to those who have nothing yet', () => {
		const view = checkedView(homeView(nobody, { deepLink: () => undefined }));
		expect(JSON.stringify(view)).toContain('Mention me in a channel');
	});

	it('links sessions to their threads, and shows usage and tools', () => {
		const at = '2026-11-28T12:30:00.000Z';
		const view = checkedView(
			homeView(
				{
					sessions: [
						{ id: 'slack-T1-C1-1.2', title: 'Sales <2026>', usedAt: at, thread: 'T1-C1-1.2' },
						{ id: 'local-1', title: 'Elsewhere', usedAt: at, thread: 'x' },
					],
					usage: { inputTokens: 1200, outputTokens: 30, modelCalls: 2 },
					tools: [{ name: 'chart', purpose: 'Draws', session: 'slack-T1-C1-1.2' }],
				},
				{ deepLink: (thread) => (thread === 'x' ? undefined : `https://acme.slack.com/${thread}`) },
			),
		);
		const text = JSON.stringify(view);
		expect(text).toContain('*<https://acme.slack.com/T1-C1-1.2|Sales &lt;2026&gt;>*');
		expect(text).toContain('*Elsewhere*');
		expect(text).toContain('1,200 tokens in, 30 out, in 2 model calls');
		expect(text).toContain('*chart*  Draws');
	});

	it('shows as much as a page holds', () => {
		const session = { id: 'local-1', title: 'x', usedAt: '2026-11-28T12:30:00.000Z', thread: 'x' };
		const tool = { name: 'chart', purpose: 'Draws', session: 'local-1' };
		const much = { ...nobody, sessions: Array(90).fill(session), tools: Array(90).fill(tool) };
		const view = checkedView(homeView(much, { deepLink: () => undefined }));
		expect(view.blocks).toHaveLength(85);
		expect(JSON.stringify(view)).toContain('… and 50 more');
	});

	it('is taken by Slack, and holds nothing live, whatever it shows and however much', () => {
		const words = fc.oneof(hostileText, fc.string({ maxLength: 2000 }));
		const sessions = fc.record({
			...{ id: words, title: words, thread: words },
			usedAt: fc.constant('2026-11-28T12:30:00.000Z'),
		});
		const tools = fc.record({ name: words, purpose: words, session: words });
		fc.assert(
			fc.property(fc.array(sessions, { maxLength: 60 }), fc.array(tools, { maxLength: 60 }), (mine, forged) => {
				const view = homeView({ ...nobody, sessions: mine, tools: forged }, { deepLink: () => undefined });
				checkedView(view);
				const texts = JSON.stringify(view).replaceAll(/<!date\^[^>]*>/g, '');
				expect(liveIn(texts)).toEqual([]);
			}),
		);
	});
});
