import { describe, expect, it } from 'vitest';
import { createSlackEarlier } from '../../../../src/adapters/slack/decode/earlier.ts';
import { type FakeSlack, startFakeSlack } from '../../../support/fake-slack/fake-slack.ts';
import { type OpenListen, openListen } from '../listen/open-listen.ts';

const signal = new AbortController().signal;

function earlier(listen: OpenListen, root: string, before: string) {
	const thread = { platform: 'slack', id: `T1-C1-${root}` } as const;
	return createSlackEarlier(listen.deps)(thread, `T1/C1/${before}`, signal);
}

async function post(slack: FakeSlack, listen: OpenListen, threadTs: string, text: string): Promise<void> {
	const args = { channel: 'C1', thread_ts: threadTs, text };
	const call = { method: 'chat.postMessage', team: 'T1', repeat: 'never' } as const;
	await listen.deps.calls.run({ ...call, send: (client) => client.chat.postMessage(args) }, signal);
	expect(slack.messages('C1', threadTs).length).toBeGreaterThan(1);
}

describe('what was said before', () => {
	it('is told with who said it, in order, with files, up to the message that asks', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		const file = { name: 'sales.csv', bytes: new TextEncoder().encode('a\n') };
		const root = await slack.as('U2').say('C1', 'the numbers are off, <@U1>', { files: [file] });
		await post(slack, listen, root.ts, 'I was here');
		const asked = await slack.as('U1').mention('C1', 'look', { threadTs: root.ts });
		await slack.as('U2').say('C1', 'later', { threadTs: root.ts });
		expect(await earlier(listen, root.ts, asked.ts)).toEqual([
			{
				name: 'Bo',
				person: { id: 'slack:T1/U2', name: 'Bo', traits: ['slack:T1/channel:C1'] },
				at: new Date(Math.round(Number(root.ts) * 1000)).toISOString(),
				text: 'the numbers are off, @Ada',
				files: [{ name: 'sales.csv', size: 2, source: expect.stringMatching(/^T1\/F/) }],
			},
			{ name: 'Threadsmith', at: expect.any(String), text: 'I was here', files: [] },
		]);
	});

	it('is the newest fifty of many', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		const root = await slack.as('U1').say('C1', 'begin');
		for (let count = 1; count <= 60; count += 1) await slack.as('U2').say('C1', `line ${count}`, { threadTs: root.ts });
		const asked = await slack.as('U1').mention('C1', 'look', { threadTs: root.ts });
		const told = await earlier(listen, root.ts, `${asked.ts}/shortcut/1.2`);
		expect(told).toHaveLength(50);
		expect([told[0]?.text, told.at(-1)?.text]).toEqual(['line 11', 'line 60']);
	});

	it('that cannot be read is refused with a sentence', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		await expect(earlier(listen, '1700000000.000100', '1700000001.000100')).rejects.toThrow(
			/^Cannot read what was said before/,
		);
	});
});
