import { describe, expect, it } from 'vitest';
import { folderOf, isDirect, isSamePerson, placeOf, placeOfSession, roomOf } from '../../src/chat/place.ts';
import { nextSessionId, sessionIdOf } from '../../src/chat/session-id.ts';
import type { Thread } from '../../src/chat/thread.ts';

const thread = (platform: Thread['platform'], id: string): Thread => ({ platform, id });

describe('the place of a thread', () => {
	it.each<[string, Thread, string | undefined, boolean]>([
		['the terminal', thread('terminal', '20260101-090000'), 'local', false],
		['a channel of Slack', thread('slack', 'T1-C1-17.1'), 'slack:T1', false],
		['a direct message of Slack', thread('slack', 'T1-D1-17.1'), 'slack:T1', true],
		['a channel of an organisation', thread('slack', 'E1-C1-17.1'), 'slack:E1', false],
		['a slash command in a channel', thread('slack', 'T1-C1-U2'), 'slack:T1', false],
		['a thread of Discord', thread('discord', '1-2-3'), 'discord:1', false],
		['a slash command in a channel of Discord', thread('discord', '1-2-u3'), 'discord:1', false],
		['a direct conversation of Discord', thread('discord', 'dm-5'), undefined, true],
		['a conversation of Discord that we are not in', thread('discord', '0-2-u3'), undefined, true],
	])('of %s is that of where it is, and its session agrees', (_what, where, place, direct) => {
		expect(placeOf(where)).toBe(place);
		expect(isDirect(where)).toBe(direct);
		expect(placeOfSession(sessionIdOf(where))).toBe(place);
		expect(placeOfSession(nextSessionId(sessionIdOf(where)))).toBe(place);
	});

	it('is a folder by the name that catalogs have had', () => {
		expect(['slack:T1', 'discord:1', 'local'].map(folderOf)).toEqual(['slack-T1', 'discord-1', 'local']);
	});

	it('has rooms: channels of Slack, threads of Discord', () => {
		expect(roomOf(thread('slack', 'T1-C1-1.1'))).toBe(roomOf(thread('slack', 'T1-C1-2.2')));
		expect(roomOf(thread('slack', 'T1-C1-1.1'))).not.toBe(roomOf(thread('slack', 'T1-C2-1.1')));
		expect(roomOf(thread('discord', '1-2-3'))).not.toBe(roomOf(thread('discord', '1-2-4')));
	});
});

describe('a person', () => {
	it('of Discord is the same in every server, one of Slack in their own workspace alone', () => {
		expect(isSamePerson('discord:1/7', 'discord:2/7')).toBe(true);
		expect(isSamePerson('discord:1/7', 'discord:1/8')).toBe(false);
		expect(isSamePerson('slack:T1/U7', 'slack:T2/U7')).toBe(false);
		expect(isSamePerson('local', 'local')).toBe(true);
		expect(isSamePerson('local', 'discord:1/7')).toBe(false);
	});
});
