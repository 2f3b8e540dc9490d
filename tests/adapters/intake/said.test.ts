import { describe, expect, it } from 'vitest';
import { inboundOf, isForUs, mayShow, type Said } from '../../../src/adapters/intake/said.ts';
import type { Listening } from '../../../src/chat/listening.ts';
import { verbs } from '../slack/listen/verbs.ts';

const said: Said = {
	key: 'T1/C1/2',
	thread: { platform: 'slack', id: 'T1-C1-2' },
	person: { id: 'slack:T1/U1', name: 'Ada' },
	at: '2023-11-14T22:13:20.000Z',
	text: '',
	files: [],
	address: 'mention',
	before: 'no-thread',
};
const reply: Said = { ...said, thread: { platform: 'slack', id: 'T1-C1-1' }, before: 'talk' };
const file = { name: 'a.csv', source: 'T1/F1' };

function inbound(of: Said, text: string, ours = false) {
	return inboundOf({ ...of, text }, { ours, commands: verbs('help', 'status', 'stop', 'load*') });
}

describe('what somebody said', () => {
	it('is for us when it is to us alone, names us, or is an answer in a thread of ours to nobody else', () => {
		const table = (['direct', 'mention', 'nobody', 'to-other'] as const).map((address) => [
			isForUs(address, false),
			isForUs(address, true),
		]);
		expect(table).toEqual([
			[true, true],
			[true, true],
			[false, true],
			[false, false],
		]);
	});

	it('is a message in its thread, with a key that every delivery of it has', () => {
		expect(inbound({ ...said, files: [file], audience: 'public' }, 'sum this')).toEqual({
			type: 'message',
			key: said.key,
			thread: said.thread,
			person: said.person,
			at: said.at,
			text: 'sum this',
			files: [file],
			audience: 'public',
		});
	});

	it('brings what was said before along where the thread becomes ours in its middle', () => {
		expect(inbound(reply, 'sum this')).toMatchObject({ withEarlier: true, thread: reply.thread });
		expect(inbound(reply, 'sum this', true)).not.toHaveProperty('withEarlier');
		expect(inbound(said, 'sum this')).not.toHaveProperty('withEarlier');
		expect(inbound({ ...said, before: 'nothing' }, 'sum this')).not.toHaveProperty('withEarlier');
	});

	it('brings the message that it answers along, with its files, in a thread of ours too', () => {
		const about = { text: '> the numbers', files: [file] };
		const whole = { text: 'sum this\n\n> the numbers', files: [file] };
		expect(inbound({ ...said, about }, 'sum this')).toMatchObject(whole);
		expect(inbound({ ...said, about }, '')).toMatchObject({ type: 'message', text: '> the numbers' });
		expect(inbound({ ...reply, about }, 'sum this', true)).toMatchObject(whole);
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
		['', { ...said, before: 'nothing' as const }],
		['', { ...said, files: [file] }],
		['status', { ...said, files: [file] }],
	])('is a message otherwise: %j', (text, of) => {
		expect(inbound(of, text).type).toBe('message');
	});

	it('is told apart where it names nobody: others may be meant', () => {
		expect(inbound({ ...reply, address: 'nobody' }, 'thanks, I call them', true)).toMatchObject({ aside: true });
		expect(inbound(reply, 'thanks, I call them', true)).not.toHaveProperty('aside');
	});

	it.each([
		...['stop', 'Stop', ' STOP ', 'cancel', 'stop.', 'STOP!!! ', 'Stop。', 'stop !'],
		...['please stop', 'Please, stop!', 'stop please', 'Stop, please.', 'stop now!!', 'please  stop\nnow'],
		...['`stop`', '"stop"', '“Stop”.', '**stop**', '«stop!»'],
	])('stops when it is no more than %j in a thread of ours', (text) => {
		expect(inbound({ ...reply, address: 'nobody' }, text, true).type).toBe('stop');
		expect(inbound(reply, text, true).type).toBe('stop');
	});

	it.each([
		'stop the deploy',
		'stop?',
		'stop. Now',
		'don’t stop',
		'stop it',
		'please stop it',
		'now stop',
		'please',
		'',
	])('does not stop when it is %j', (text) => {
		expect(inbound({ ...reply, address: 'nobody' }, text, true).type).toBe('message');
	});

	it('does not stop what is not ours', () => {
		expect(inbound(said, 'cancel').type).toBe('message');
		expect(inbound(said, 'stop')).toMatchObject({ type: 'command', name: 'stop' });
	});
});

describe('mayShow()', () => {
	const thread = { platform: 'slack', id: 'T1-C1-1.0' };

	it('gives no sign for what may be meant for others, but where everybody is answered', async () => {
		const listening = (how: Listening) => async () => how;
		expect(await mayShow('mention', thread, listening('mention'))).toBe(true);
		expect(await mayShow('direct', thread, undefined)).toBe(true);
		expect(await mayShow('nobody', thread, undefined)).toBe(false);
		expect(await mayShow('nobody', thread, listening('auto'))).toBe(false);
		expect(await mayShow('nobody', thread, listening('mention'))).toBe(false);
		expect(await mayShow('nobody', thread, listening('all'))).toBe(true);
	});
});
