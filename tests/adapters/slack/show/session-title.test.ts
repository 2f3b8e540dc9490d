import { describe, expect, it } from 'vitest';
import { startFakeSlack } from '../../../support/fake-slack/fake-slack.ts';
import { memoryRecords } from '../../memory-records.ts';
import { openListen } from '../listen/open-listen.ts';
import { answer, done, type OpenShowOptions, openShow, play, started, taken } from './open-show.ts';

const ended = { type: 'turn-ended', key: 't2-x/end/ended', turn: 't2-x', outcome: 'done' } as const;
const sums = async () => 'Sum these up';

async function open(options: OpenShowOptions = {}) {
	const records = options.records ?? memoryRecords();
	const opened = await openShow({ titleOf: sums, ...options, records });
	const { thread, key } = opened.root();
	const ts = opened.slack.messages('C1').at(-1)?.ts ?? '';
	const renamed = () => opened.slack.calls('agents.sessions.rename').map(({ args }) => args['title']);
	return {
		...{ opened, thread, ts, records, renamed },
		title: () => opened.slack.status('C1', ts)?.title,
		turn: (id: string) => {
			const turn = { ...started, turn: id };
			const events = [turn, taken(key), { ...answer('4'), key: `${id}/1/message` }, { ...done, turn: id, key: id }];
			return opened.until(opened.show(thread, play(...events)));
		},
		[Symbol.asyncDispose]: () => opened[Symbol.asyncDispose](),
	};
}

describe('the title of a session in Slack', () => {
	it('is that of our session, told once, whatever is asked there', async () => {
		await using scene = await open();
		await scene.turn('t1-x');
		await scene.opened.see(() => scene.title() === 'Sum these up', 'the title');
		await scene.turn('t2-x');
		expect(scene.renamed()).toEqual(['Sum these up']);
	});

	it('is kept without its words, which are a person’s', async () => {
		const kept: string[] = [];
		const records = memoryRecords();
		const put: typeof records.put = async (...row) => {
			kept.push(JSON.stringify(row));
			await records.put(...row);
		};
		await using scene = await open({ records: { ...records, put } });
		await scene.turn('t1-x');
		await scene.opened.see(() => kept.some((row) => row.includes('slack-title')), 'the record');
		expect(kept.filter((row) => row.includes('Sum these up'))).toEqual([]);
	});

	it('is told anew where the thread goes on in another session', async () => {
		const titles = ['One', 'Two', 'Two'];
		await using scene = await open({ titleOf: async () => titles.shift() });
		for (const id of ['t1-x', 't2-x', 't3-x']) {
			await scene.turn(id);
			await scene.opened.pass(1000);
		}
		expect(scene.renamed()).toEqual(['One', 'Two']);
	});

	it.each([
		['one that was cut', 'Look at this long table and tell me wh…', 'Look at this long table and tell me wh'],
		['one of several lines that pings', 'two\nlines  <!channel>', expect.not.stringContaining('<!channel>')],
		['a long one', 'x'.repeat(300), 'x'.repeat(199)],
	])('is one that Slack takes, of %s', async (_what, title, told) => {
		await using scene = await open({ titleOf: async () => title });
		await scene.turn('t1-x');
		await scene.opened.see(() => scene.renamed().length > 0, 'the call');
		expect(scene.renamed()).toEqual([told]);
		await scene.opened.see(() => scene.title() !== undefined, 'the title');
	});

	it.each(['Untitled', '…', ' '])('is none where the session has none: %j', async (title) => {
		await using scene = await open({ titleOf: async () => title });
		await scene.turn('t1-x');
		await scene.opened.pass(1000);
		expect(scene.renamed()).toEqual([]);
	});

	it.each([
		['invalid_name', 1],
		['unknown_method', 1],
		['session_not_found', 2],
	])('that Slack refuses with %s costs no turn, and is told of to nobody', async (code, calls) => {
		await using scene = await open();
		scene.opened.slack.failNext('agents.sessions.rename', code, 10);
		for (const id of ['t1-x', 't2-x']) {
			await scene.turn(id);
			await scene.opened.pass(1000);
		}
		await scene.opened.see(() => scene.renamed().length >= calls, 'the calls');
		expect(scene.renamed()).toHaveLength(calls);
		const posted = scene.opened.shown(scene.thread).map((message) => scene.opened.slack.plainText(message));
		expect(posted).toHaveLength(2);
		expect(posted.join()).not.toContain(code);
	});

	it('stays the one that a person gave', async () => {
		const records = memoryRecords();
		await using slack = await startFakeSlack();
		await using _listen = await openListen(slack, { records });
		await using scene = await open({ slack, records });
		await scene.turn('t1-x');
		await scene.opened.see(() => scene.title() === 'Sum these up', 'the title');
		await slack.as('U1').renameSession('C1', scene.ts, 'The sums of May');
		await using other = await openShow({ slack, records, titleOf: async () => 'Another' });
		await other.until(other.show(scene.thread, play({ ...started, turn: 't2-x' }, ended)));
		await other.pass(1000);
		expect(scene.title()).toBe('The sums of May');
	});
});
