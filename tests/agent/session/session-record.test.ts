import { describe, expect, it } from 'vitest';
import { membershipOf, noteMessage, readRecord } from '../../../src/agent/session/session-record.ts';
import type { Inbound } from '../../../src/chat/inbound.ts';
import { places } from '../../../src/platforms.ts';
import { openSessions } from '../../../src/store/session/session-folder.ts';
import { bo, cy } from '../../support/commands.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { inbound } from '../../support/workbench.ts';

type Message = Extract<Inbound, { type: 'message' }>;

const said = (text: string, person = bo, at = '2026-03-01T10:00:00Z'): Message => {
	return { ...inbound('message', { text, files: [] }), person, at };
};

async function recordAfter(...messages: Message[]) {
	await using dir = await tempDir();
	await using sessions = openSessions(dir.path);
	const folder = await sessions.open('local-bench');
	for (const message of messages) await noteMessage(folder, message, places);
	return await readRecord(folder, places);
}

describe('a session’s record', () => {
	it('is not there before somebody has spoken', async () => {
		expect(await recordAfter()).toBeUndefined();
	});

	it('is owned and named by the first message, and used by the last', async () => {
		const record = await recordAfter(said('  Sum\n  this  '), said('thanks', cy, '2026-03-02T10:00:00Z'));
		expect(record).toMatchObject({
			id: 'local-bench',
			title: 'Sum this',
			owner: bo,
			createdAt: '2026-03-01T10:00:00Z',
			usedAt: '2026-03-02T10:00:00Z',
		});
	});

	it('lists each participant once, under the newest name', async () => {
		const renamed = { ...bo, name: 'Robert' };
		const record = await recordAfter(said('a'), said('b', cy), said('c', renamed));
		expect(record?.participants).toEqual([cy, renamed]);
	});

	it.each([
		['', 'Untitled'],
		[' \n ', 'Untitled'],
		['x'.repeat(80), `${'x'.repeat(59)}…`],
	])('of %j is called %j', async (text, title) => {
		expect((await recordAfter(said(text)))?.title).toBe(title);
	});
});

describe('membershipOf()', () => {
	it('makes everyone the owner where nobody has spoken', () => {
		expect(membershipOf({ person: cy, role: 'member' }, undefined, places)).toEqual({
			role: 'member',
			owner: true,
			participant: true,
		});
	});

	it('tells owner, participant and stranger apart', async () => {
		const record = await recordAfter(said('a'), said('b', cy));
		expect(membershipOf({ person: bo, role: 'member' }, record, places)).toEqual({
			role: 'member',
			owner: true,
			participant: true,
		});
		expect(membershipOf({ person: cy, role: 'member' }, record, places)).toEqual({
			role: 'member',
			owner: false,
			participant: true,
		});
		const stranger = { id: 'slack:T1/U4', name: 'Bo' };
		expect(membershipOf({ person: stranger, role: 'member' }, record, places)).toEqual({
			role: 'member',
			owner: false,
			participant: false,
		});
	});
});
