import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
	type DiscordPlace,
	discordUserOf,
	interactionKey,
	messageKey,
	messageOfKey,
	placeIn,
	placeOf,
	threadAt,
} from '../../../src/adapters/discord/thread-keys.ts';
import { sessionIdSchema } from '../../../src/chat/session-id.ts';
import { threadSchema } from '../../../src/chat/thread.ts';
import { places } from '../../../src/platforms.ts';

const id = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }).map(String);
const place: fc.Arbitrary<DiscordPlace> = fc.oneof(
	fc.record({ kind: fc.constant('thread' as const), guild: id, parent: id, channel: id }),
	fc.record({ kind: fc.constant('dm' as const), channel: id }),
	fc.record({ kind: fc.constant('private' as const), guild: id, channel: id, user: id }),
);

describe('threadAt()', () => {
	it('makes threads that the store takes, and that say where they are', () => {
		fc.assert(
			fc.property(place, (one) => {
				const thread = threadAt(one);
				expect(threadSchema.parse(thread)).toEqual(thread);
				expect(placeOf(thread)).toEqual(one);
			}),
		);
	});

	it('makes different threads of different places, with sessions of their own', () => {
		fc.assert(
			fc.property(place, place, (one, other) => {
				const [first, second] = [threadAt(one), threadAt(other)];
				fc.pre(JSON.stringify(one) !== JSON.stringify(other));
				expect(first.id).not.toBe(second.id);
				expect(places.sessionIdOf(first)).not.toBe(places.sessionIdOf(second));
				expect(sessionIdSchema.parse(places.sessionIdOf(first))).toMatch(/^discord-/);
			}),
		);
	});
});

describe('placeIn()', () => {
	it.each([
		{ platform: 'slack', id: '1-2-3' },
		{ platform: 'discord', id: 'T1-C1-1.2' },
		{ platform: 'discord', id: '1-2' },
		{ platform: 'discord', id: 'dm-x' },
		{ platform: 'discord', id: '1-2-3-4' },
	] as const)('knows no place for $platform $id', (thread) => {
		expect(placeIn(thread)).toBeUndefined();
		expect(() => placeOf(thread)).toThrow('is no thread of Discord');
	});
});

describe('a key', () => {
	it('names its message, and an interaction is no message', () => {
		const message = { channel: '12', message: '34' };
		expect(messageOfKey(messageKey(message))).toEqual(message);
		expect(messageOfKey(interactionKey('56'))).toBeUndefined();
		expect(messageOfKey('12/34/files')).toBeUndefined();
	});
});

describe('discordUserOf()', () => {
	it('knows people of Discord alone', () => {
		expect(discordUserOf('discord:1/2')).toEqual({ guild: '1', user: '2' });
		expect(discordUserOf('slack:T1/U2')).toBeUndefined();
		expect(discordUserOf('local')).toBeUndefined();
	});
});
