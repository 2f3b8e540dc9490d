import { describe, expect, it } from 'vitest';
import { createSlackReread } from '../../../../src/adapters/slack/decode/reread.ts';
import { startFakeSlack } from '../../../support/fake-slack/fake-slack.ts';
import { type OpenListen, openListen } from '../listen/open-listen.ts';

const signal = new AbortController().signal;

function reread(listen: OpenListen, root: string, ts: string, since?: number) {
	const thread = { platform: 'slack', id: `T1-C1-${root}` } as const;
	const deps = { ...listen.deps, interruptions: listen.interruptions };
	return createSlackReread(deps)({ thread, key: `T1/C1/${ts}`, text: 'one', files: 0, since }, signal);
}

describe('a message that waited, read again', () => {
	it('is as it was stored, changed or gone, in a thread and at its root', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		const ada = slack.as('U1');
		const root = await ada.mention('C1', 'begin');
		const inside = await ada.say('C1', 'one', { threadTs: root.ts });
		const other = await ada.say('C1', 'two', { threadTs: root.ts });
		expect(await reread(listen, root.ts, inside.ts)).toEqual({ state: 'as-stored' });
		await ada.edit(inside.ts, `<@${slack.botUser}> what says <@U2>?`);
		await ada.edit(root.ts, 'begin anew');
		expect(await reread(listen, root.ts, inside.ts)).toEqual({
			state: 'changed',
			text: 'what says @Bo?',
			files: [],
		});
		expect(await reread(listen, root.ts, root.ts)).toEqual({ state: 'changed', text: 'begin anew', files: [] });
		await ada.remove(inside.ts);
		await ada.remove(root.ts);
		expect(await reread(listen, root.ts, inside.ts)).toEqual({ state: 'gone' });
		expect(await reread(listen, root.ts, root.ts)).toEqual({ state: 'gone' });
		expect(await reread(listen, root.ts, other.ts)).toEqual({ state: 'as-stored' });
	});

	it('has the files that its mention had come without, and those come no more alone', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		const files = [{ name: 'a.csv', bytes: 'a' }];
		const { ts } = await slack.as('U1').mention('C1', 'chart this', { files });
		expect(await reread(listen, ts, ts)).toEqual({
			state: 'changed',
			text: 'one',
			files: [expect.objectContaining({ name: 'a.csv' })],
			parts: [`T1/C1/${ts}/files`],
		});
	});

	it('is gone with a root that nobody had answered', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		const root = await slack.as('U1').mention('C1', 'begin');
		await slack.as('U1').remove(root.ts);
		expect(await reread(listen, root.ts, root.ts)).toEqual({ state: 'gone' });
	});

	it('is not asked for where no change of it can have passed us by, nor where no message stands for it', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openListen(slack);
		const root = await slack.as('U1').mention('C1', 'begin');
		await slack.as('U1').edit(root.ts, 'begin anew');
		const stored = Date.now() - 1;
		expect(await reread(listen, root.ts, root.ts, stored)).toEqual({ state: 'as-stored' });
		expect(await reread(listen, root.ts, `${root.ts}/shortcut/1.2`)).toEqual({ state: 'as-stored' });
		listen.interruptions.note();
		expect(await reread(listen, root.ts, root.ts, stored)).toEqual({ state: 'changed', text: 'begin anew', files: [] });
	});
});
