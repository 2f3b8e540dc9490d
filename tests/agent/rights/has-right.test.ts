import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasRight } from '../../../src/agent/dispatch/rights.ts';
import { noteMessage } from '../../../src/agent/session/session-record.ts';
import type { Inbound } from '../../../src/chat/inbound.ts';
import type { Right, Role } from '../../../src/chat/people.ts';
import { places } from '../../../src/platforms.ts';
import { openEmbeddedStore } from '../../../src/store/embedded/embedded-store.ts';
import { openSessions } from '../../../src/store/session/session-folder.ts';
import { bo, command, cy, said } from '../../support/commands.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { inbound, message, sessionId } from '../../support/workbench.ts';

/** A session for which `waiting` waits; answers whether the person of an inbound has a right in it. */
async function openWaiting(waiting: readonly Inbound[]) {
	const dir = await tempDir();
	const store = openEmbeddedStore(join(dir.path, 'store.db'));
	const sessions = openSessions(dir.path);
	const folder = await sessions.open(sessionId);
	for (const one of waiting) await store.inbox.add(sessionId, one);
	return {
		folder,
		may: (right: Right, one: Inbound, role: Role | 'none' = 'member') =>
			hasRight(right, one, folder, { roleOf: () => (role === 'none' ? undefined : role), places, store }),
		[Symbol.asyncDispose]: async () => {
			for (const part of [store, sessions, dir]) await part[Symbol.asyncDispose]();
		},
	};
}

const of = (person: typeof cy) => ({ ...inbound('delete', { of: 'k' }), person });
const steer = of(cy);

describe('in a session that nobody is known of', () => {
	it('whoever spoke first takes part, and a member who did not does not', async () => {
		await using session = await openWaiting([said('mine', { person: bo }), steer]);
		expect(await session.may('participant', steer)).toBe(false);
		expect(await session.may('owner', steer)).toBe(false);
		expect(await session.may('member', steer)).toBe(true);
		expect(await session.may('participant', of(bo))).toBe(true);
	});

	it('does not take part by a message of their own behind the first one', async () => {
		await using session = await openWaiting([said('mine', { person: bo }), said('me too', { person: cy }), steer]);
		expect(await session.may('participant', steer)).toBe(false);
	});

	it('somebody whose wish is not stored comes behind all that waits', async () => {
		await using session = await openWaiting([said('mine', { person: bo })]);
		expect(await session.may('participant', steer)).toBe(false);
	});

	it('what is stored later, and what is no message, makes nobody the first', async () => {
		await using session = await openWaiting([command('/status', { person: bo }), steer, said('mine', { person: bo })]);
		expect(await session.may('participant', steer)).toBe(true);
		await using alone = await openWaiting([steer, said('mine', { person: bo })]);
		expect(await alone.may('participant', steer)).toBe(true);
	});

	it('a stop comes behind what was said before it, though that is stored later', async () => {
		const stop = { ...inbound('stop', { timed: true }), person: cy, at: '2026-11-28T10:00:03.000Z' };
		const before = { ...said('mine', { person: bo }), at: '2026-11-28T10:00:02.000Z' };
		await using session = await openWaiting([stop, before]);
		expect(await session.may('participant', stop)).toBe(false);
	});

	it('an admin may what the first one may, and somebody without a role what guests may', async () => {
		await using session = await openWaiting([said('mine', { person: bo }), steer]);
		expect(await session.may('participant', steer, 'admin')).toBe(true);
		expect(await session.may('guest', steer, 'none')).toBe(true);
		expect(await session.may('member', steer, 'none')).toBe(false);
	});
});

describe('in a session whose people are known', () => {
	it("somebody who takes part does so though another one's message waits first", async () => {
		await using session = await openWaiting([said('mine', { person: bo }), steer]);
		await noteMessage(session.folder, { ...message('go'), person: cy }, places);
		expect(await session.may('participant', steer)).toBe(true);
	});
});
