import { describe, expect, it } from 'vitest';
import { createSlackPast } from '../../../../src/adapters/slack/decode/earlier.ts';
import { createFetchSlackFile } from '../../../../src/adapters/slack/files/fetch-slack-file.ts';
import { earlierFiles, sortFiles } from '../../../../src/agent/dispatch/inbox/file-rights.ts';
import type { FileRef } from '../../../../src/chat/inbound.ts';
import { createPlaces } from '../../../../src/chat/places.ts';
import { type FakeSlack, startFakeSlack } from '../../../support/fake-slack/fake-slack.ts';
import type { OpenListen } from './open-listen.ts';
import { openPatient } from './open-patient.ts';

const signal = new AbortController().signal;
const csv = { name: 'c953b519a8c28c42.csv', title: '8월 추천 여행지', bytes: 'a\n1\n' };
const raw = (text: string) => ({ type: 'raw_text', text });
const table = (rows: number) => ({
	fallback: '[no preview available]',
	blocks: [{ type: 'table', rows: Array.from({ length: rows }, (_, row) => [raw(`Team ${row}`), raw(`${row}`)]) }],
});
const alert = { channel: 'C1', username: 'Alertmanager', attachments: [{ title: 'DiskFull', text: 'db-7 at 97 %' }] };

async function bytesOf(
	file: FileRef | undefined,
	slack: FakeSlack,
	{ deps, installations }: OpenListen,
): Promise<string> {
	if (!file) return 'no file';
	const fetch = createFetchSlackFile({ ...deps, installations, apiUrl: slack.apiUrl });
	return Buffer.concat(await Array.fromAsync(fetch(file, signal))).toString();
}

/** By name, what the core takes in of files where members alone may ask. */
function takenIn(files: readonly FileRef[]) {
	const deps = { roleOf: () => 'member' as const, places: createPlaces([]) };
	return sortFiles(files, { platform: 'slack', id: 'T1-C1-1' }, deps).allowed.map(({ name }) => name);
}

describe('a mention', () => {
	it('with a pasted table brings its rows', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openPatient(slack);
		await slack.as('U1').mention('C1', 'which row is highest?', { attachments: [table(2)] });
		const [asked] = listen.of('message');
		expect(asked?.text).toBe('which row is highest?\n\n| Team 0 | 0 |\n| --- | --- |\n| Team 1 | 1 |');
	});

	it('with a long table brings it as a file, which nobody is asked for, and which another process can read', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openPatient(slack);
		const { ts } = await slack.as('U1').mention('C1', 'which row is highest?', { attachments: [table(60)] });
		const [asked] = listen.of('message');
		slack.outage('disconnect', 60_000);
		const [stored] = JSON.parse(JSON.stringify(asked?.files)) as FileRef[];
		expect(stored?.name).toBe(`table-${ts.replace('.', '-')}.csv`);
		expect((await bytesOf(stored, slack, listen)).split('\r\n')[59]).toBe('Team 59,59');
	});

	it('with nothing but a message that was handed on is a request, not a call for help', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openPatient(slack);
		const forward = { is_share: true, author_name: 'a colleague', text: 'The import stopped at row 4711' };
		await slack.as('U1').mention('C1', '<@U0BOT>', { attachments: [forward] });
		expect(listen.inbounds).toMatchObject([
			{ type: 'message', text: 'Forwarded message of a colleague:\n> The import stopped at row 4711' },
		]);
	});

	it('brings the files of what was handed on, with who had shared them where that is another', async () => {
		await using slack = await startFakeSlack();
		slack.addUser({ id: 'U3', name: 'guest', restricted: true });
		await using listen = await openPatient(slack);
		const [ofAda, ofGuest, ofApp] = ['U1', 'U3', 'U1'].map((user) => ({ id: slack.addFile(user, csv), name: 'a.csv' }));
		const forward = (author_id: string | undefined, file: unknown) => ({ is_share: true, author_id, files: [file] });
		const attachments = [forward('U1', ofAda), forward('U3', ofGuest), forward(undefined, ofApp)];
		await slack.as('U1').mention('C1', 'look', { attachments });
		const [asked] = listen.of('message');
		expect(asked?.files).toEqual([
			{ name: 'a.csv', source: `T1/${ofAda?.id}` },
			{
				name: 'a.csv',
				source: `T1/${ofGuest?.id}`,
				by: expect.objectContaining({ id: 'slack:T1/U3', traits: expect.arrayContaining(['slack:T1/guests']) }),
			},
			{ name: 'a.csv', source: `T1/${ofApp?.id}`, by: null },
		]);
	});

	it('calls a file as people see it, also where Slack tells no more than its id', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openPatient(slack);
		await slack.as('U1').mention('C1', 'one', { files: [csv] });
		await slack.as('U1').mention('C1', 'two', { files: [csv], stub: true });
		const names = listen.of('message').flatMap(({ files }) => files.map(({ name }) => name));
		expect(names).toEqual(['8월 추천 여행지.csv', '8월 추천 여행지.csv']);
	});
});

describe('what an app has reported', () => {
	it('is read before a mention in its thread, under the app’s name', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openPatient(slack);
		const root = slack.report(alert);
		const asked = await slack.as('U1').mention('C1', 'what now?', { threadTs: root });
		expect(listen.of('message')).toMatchObject([{ text: 'what now?', withEarlier: true }]);
		const thread = { platform: 'slack', id: `T1-C1-${root}` } as const;
		expect(await createSlackPast(listen.deps).earlier(thread, `T1/C1/${asked.ts}`, signal)).toMatchObject({
			first: [{ name: 'Alertmanager', text: 'DiskFull\ndb-7 at 97 %' }],
		});
	});

	it('is worked on with its words', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openPatient(slack);
		await slack.as('U1').shortcut('work_on_this', slack.report(alert));
		expect(listen.of('message')).toMatchObject([
			{ text: 'Work on this message of Alertmanager:\n> DiskFull\n> db-7 at 97 %' },
		]);
	});

	it('brings all rows of its long table along, though it is no person who might ask', async () => {
		await using slack = await startFakeSlack();
		await using listen = await openPatient(slack);
		const root = slack.report({ ...alert, attachments: [table(60)] });
		const name = `table-${root.replace('.', '-')}.csv`;
		const asked = await slack.as('U1').mention('C1', 'what now?', { threadTs: root });
		const thread = { platform: 'slack', id: `T1-C1-${root}` } as const;
		const earlier = await createSlackPast(listen.deps).earlier(thread, `T1/C1/${asked.ts}`, signal);
		expect(takenIn(earlierFiles(earlier))).toEqual([name]);
		await slack.as('U1').shortcut('work_on_this', root);
		expect(takenIn(listen.of('message').at(-1)?.files ?? [])).toEqual([name]);
		const forward = { is_share: true, author_name: 'Grafana', ...table(60) };
		await slack.as('U1').mention('C1', 'look', { attachments: [forward] });
		expect(takenIn(listen.of('message').at(-1)?.files ?? [])).toHaveLength(1);
	});
});
