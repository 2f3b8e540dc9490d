import { describe, expect, it } from 'vitest';
import { inboundOf, isForUs } from '../../../../src/adapters/slack/decode/inbound-of.ts';
import type { Said } from '../../../../src/adapters/slack/decode/read-message.ts';
import { verbs } from '../listen/verbs.ts';

const ada = { id: 'slack:T1/U1', name: 'Ada' };
const place = { team: 'T1', channel: 'C1', ts: '1700000000.000100' };
const said: Said = { place, root: place.ts, user: 'U1', text: '', files: [], address: 'mention' };
const reply: Said = { ...said, root: '1690000000.000100' };
const file = { name: 'a.csv', source: 'T1/F1' };

function inbound(of: Said, text: string, ours = false) {
	return inboundOf({ ...of, text }, { ours, person: ada, text, commands: verbs('help', 'status', 'stop', 'load*') });
}

describe('what somebody said', () => {
	it('is for us when it is to us alone, names us, or is an answer in a thread of ours to nobody else', () => {
		const table = (['direct', 'mention', 'nobody', 'to-other'] as const).map((address) => [
			isForUs({ address }, false),
			isForUs({ address }, true),
		]);
		expect(table).toEqual([
			[true, true],
			[true, true],
			[false, true],
			[false, false],
		]);
	});

	it('is a message in its thread, with a key that every delivery of it has', () => {
		expect(inbound({ ...said, files: [file] }, 'sum this')).toEqual({
			type: 'message',
			key: 'T1/C1/1700000000.000100',
			thread: { platform: 'slack', id: 'T1-C1-1700000000.000100' },
			person: ada,
			at: '2023-11-14T22:13:20.000Z',
			text: 'sum this',
			files: [file],
		});
	});

	it('brings what was said before along where the thread becomes ours in its middle', () => {
		expect(inbound(reply, 'sum this')).toMatchObject({ withEarlier: true, thread: { id: 'T1-C1-1690000000.000100' } });
		expect(inbound(reply, 'sum this', true)).not.toHaveProperty('withEarlier');
		expect(inbound(said, 'sum this')).not.toHaveProperty('withEarlier');
	});

	it.each([
		['status', said, { name: 'status', args: '' }],
		['  Status ', said, { name: 'status', args: '' }],
		['/status', said, { name: 'status', args: '' }],
		['load slack-1', { ...reply, address: 'direct' as const }, { name: 'load', args: 'slack-1' }],
		['!status', { ...reply, address: 'nobody' as const }, { name: 'status', args: '' }],
		['', said, { name: 'help', args: '' }],
	])('is a command when its whole text is one: %j', (text, of, command) => {
		expect(inbound(of, text)).toMatchObject({ type: 'command', ...command });
	});

	it.each([
		['status of the build', said],
		['statuses', said],
		['status', { ...reply, address: 'nobody' as const }],
		['!now', { ...reply, address: 'nobody' as const }],
		['', reply],
		['', { ...said, files: [file] }],
		['status', { ...said, files: [file] }],
	])('is a message otherwise: %j', (text, of) => {
		expect(inbound(of, text).type).toBe('message');
	});

	it.each(['stop', 'Stop', ' STOP ', 'cancel'])('stops when it is exactly %j in a thread of ours', (text) => {
		expect(inbound({ ...reply, address: 'nobody' }, text, true).type).toBe('stop');
		expect(inbound(reply, text, true).type).toBe('stop');
	});

	it.each(['stop the deploy', 'stop.', 'please stop', 'don’t stop'])('does not stop when it is %j', (text) => {
		expect(inbound({ ...reply, address: 'nobody' }, text, true).type).toBe('message');
	});

	it('does not stop what is not ours', () => {
		expect(inbound(said, 'cancel').type).toBe('message');
		expect(inbound(said, 'stop')).toMatchObject({ type: 'command', name: 'stop' });
	});
});
