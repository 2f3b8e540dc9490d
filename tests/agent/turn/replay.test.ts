import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replayEvents } from '../../../src/agent/turn/replay.ts';
import type { Step } from '../../../src/store/journal.ts';
import { call, entriesOf, questionOn, steps } from '../../support/journal-entries.ts';

const { taken, model, started, finished, parked, ended, shown } = steps;
const replay = (...list: Step[]) => replayEvents('t1', entriesOf(list));
const keys = (...list: Step[]) => replay(...list).map((event) => ('key' in event ? event.key : event.type));

describe('replayEvents()', () => {
	it('yields what a turn has shown, each under its key, and nothing live', () => {
		const file = { name: 'a.csv', path: '/o/a.csv', size: 3, sha256: 'ab'.repeat(32) };
		expect(
			replay(
				taken('t1', 'go', [{ name: 'big', reason: 'is larger than 50 MB' }]),
				model('t1', 'Looking', [call('c1')]),
				started('t1', 'c1'),
				finished('t1', 'c1', '\nexit code 1\nmore', false),
				model('t1', 'Done'),
				{ turn: 't1', type: 'collected', artifacts: [file], refused: [{ name: 'x', reason: 'is a link' }] },
				ended('t1'),
				shown('t1'),
			),
		).toEqual([
			{ type: 'taken', of: ['key-t1-go'], files: [] },
			{ type: 'notice', key: 't1/1.0/notice', text: 'Not taken in: "big" is larger than 50 MB' },
			{ type: 'message', key: 't1/1/message', step: 1, text: 'Looking', final: false },
			{ type: 'tool-started', key: 't1/c1/tool', callId: 'c1', tool: 'bash', title: 'ls' },
			{
				type: 'tool-finished',
				key: 't1/c1/tool-finished',
				callId: 'c1',
				ok: false,
				summary: 'exit code 1',
				text: '\nexit code 1\nmore',
				ms: 7,
			},
			{ type: 'message', key: 't1/2/message', step: 2, text: 'Done', final: true },
			{ type: 'artifact', key: 't1/abababababab-a.csv/artifact', ...file },
			{ type: 'notice', key: 't1/6.0/notice', text: 'Not handed over: "x" is a link' },
			{ type: 'turn-ended', key: 't1/end/ended', turn: 't1', outcome: 'done' },
		]);
	});

	it('shows no message for a reply without text, which still counts as a step', () => {
		expect(keys(model('t1', '', [call('c1')]), model('t1', 'Done'))).toEqual(['t1/2/message']);
	});

	it('shows a question while it is open; once it is answered, that it is closed, and no end of a tool', () => {
		const asked = [taken('t1', 'a'), model('t1', '', [call('c1', 'ask_user')]), parked('t1', 'c1')];
		expect(keys(...asked)).toEqual(['taken', 't1/c1/question']);
		expect(keys(...asked, finished('t1', 'c1', 'Ada answered: x'))).toEqual(['taken', 't1/c1/closed']);
	});

	it('shows a call that asks as over until it goes on with the answer', () => {
		const question = questionOn('t1', 'c1', [], 'c1q1');
		const asked: Step[] = [
			model('t1', '', [call('c1')]),
			started('t1', 'c1'),
			{ turn: 't1', type: 'parked', question },
		];
		expect(keys(...asked)).toEqual(['t1/c1/tool', 't1/c1q1/tool-finished', 't1/c1q1/question']);
		const person = { id: 'local', name: 'Ada' };
		const answered: Step = { turn: 't1', type: 'answered', callId: 'c1', question: question.id, value: 'Yes', person };
		expect(replay(...asked, answered).slice(1)).toEqual([
			{ type: 'tool-finished', key: 't1/c1q1/tool-finished', callId: 'c1', ok: true, summary: 'Asks', ms: 0 },
			{ type: 'question-closed', key: 't1/c1q1/closed', question, text: 'Ada answered: Yes' },
			{ type: 'tool-started', key: 't1/c1q1/tool', callId: 'c1', tool: 'bash', title: 'ls' },
		]);
		expect(keys(...asked, answered, finished('t1', 'c1'))).toEqual([
			...['t1/c1/tool', 't1/c1q1/tool-finished', 't1/c1q1/closed', 't1/c1q1/tool', 't1/c1/tool-finished'],
		]);
	});

	it('shows no end of a call that was answered without having run', () => {
		expect(keys(model('t1', '', [call('c1')]), finished('t1', 'c1', 'Stopped', false))).toEqual([]);
	});

	it('says an interruption once until something is done, under a key of its own', () => {
		const resumed: Step = { turn: 't1', type: 'resumed' };
		const left: Step = { turn: 't1', type: 'left', process: 'p' };
		const notice: Step = { turn: 't1', type: 'notice', text: 'done' };
		expect(keys(taken('t1', 'a'), resumed, left, resumed)).toEqual(['taken', 't1/2/notice']);
		expect(keys(taken('t1', 'a'), resumed, notice, left, resumed)).toEqual([
			'taken',
			't1/2/notice',
			't1/3/notice',
			't1/5/notice',
		]);
	});

	it('yields the same events again for the beginning of a journal, whatever follows in it', () => {
		const step = fc.oneof(
			fc.constant<Step>({ turn: 't1', type: 'resumed' }),
			fc.string().map((text): Step => model('t1', text)),
			fc.nat(3).map((id): Step => started('t1', `c${id}`)),
			fc.nat(3).map((id): Step => finished('t1', `c${id}`)),
			fc.string().map((text): Step => ({ turn: 't1', type: 'notice', text })),
		);
		fc.assert(
			fc.property(fc.array(step), fc.nat(), (list, cut) => {
				const beginning = replay(...list.slice(0, cut % (list.length + 1)));
				expect(replay(...list).slice(0, beginning.length)).toEqual(beginning);
			}),
		);
	});
});
