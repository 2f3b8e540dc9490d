import { describe, expect, it } from 'vitest';
import { folderOf } from '../../src/chat/place.ts';
import { nextSessionId } from '../../src/chat/session-id.ts';
import type { Thread } from '../../src/chat/thread.ts';
import { places, platforms } from '../../src/platforms.ts';

const thread = (platform: Thread['platform'], id: string): Thread => ({ platform, id });
const { conversationOf, sessionIdOf, threadOfSession, isSamePerson, platformOf } = places;
const roomOf = (where: Thread) => conversationOf(where).room;

describe('the conversation of a thread', () => {
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
	])('in %s has the place of where it is, and its session agrees', (_what, where, place, direct) => {
		const conversation = conversationOf(where);
		expect(conversation.place).toBe(place);
		expect(conversation.kind === 'direct').toBe(direct);
		const later = nextSessionId(sessionIdOf(where));
		for (const session of [sessionIdOf(where), later]) expect(threadOfSession(session)).toEqual(where);
	});

	it('is with whoever has this machine in the terminal alone', () => {
		expect(conversationOf(thread('terminal', 'a')).kind).toBe('host');
		expect(conversationOf(thread('slack', 'T1-C1-17.1')).kind).toBe('shared');
	});

	it('has rooms: channels of Slack, threads of Discord and of the terminal', () => {
		expect(roomOf(thread('slack', 'T1-C1-1.1'))).toBe(roomOf(thread('slack', 'T1-C1-2.2')));
		expect(roomOf(thread('slack', 'T1-C1-1.1'))).not.toBe(roomOf(thread('slack', 'T1-C2-1.1')));
		expect(roomOf(thread('discord', '1-2-3'))).not.toBe(roomOf(thread('discord', '1-2-4')));
		expect(roomOf(thread('terminal', 'a'))).not.toBe(roomOf(thread('terminal', 'b')));
		expect(roomOf(thread('terminal', 'a'))).not.toBe(roomOf(thread('discord', 'a')));
	});

	it('on a platform that is not there is nobody else’s', () => {
		const where = thread('pigeon', 'T1-C1-17.1');
		expect(conversationOf(where)).toMatchObject({ place: undefined, kind: 'direct', room: 'pigeon/T1-C1-17.1' });
		expect(() => sessionIdOf(where)).toThrow('Cannot name a session of "pigeon": there is no such platform');
		expect(threadOfSession('pigeon-T1-C1-17__1')).toBeUndefined();
	});
});

describe('a place', () => {
	it('is a folder by the name that catalogs have had', () => {
		expect(['slack:T1', 'discord:1', 'local'].map(folderOf)).toEqual(['slack-T1', 'discord-1', 'local']);
	});

	it('tells its platform, as do the people and the rules of it', () => {
		const nameOf = (id: string) => platformOf(id)?.name;
		expect(['slack:T1', 'slack:T1/U2', 'discord:1/role:2'].map(nameOf)).toEqual(['slack', 'slack', 'discord']);
		expect(nameOf('local')).toBe('terminal');
		expect(['', 'threadsmith', 'slackish:T1', 'localhost'].map(nameOf)).toEqual(Array.from({ length: 4 }));
	});
});

describe('a person', () => {
	it('of Discord is the same in every server, one of Slack in their own workspace alone', () => {
		expect(isSamePerson('discord:1/7', 'discord:2/7')).toBe(true);
		expect(isSamePerson('discord:1/7', 'discord:1/8')).toBe(false);
		expect(isSamePerson('discord:1/7', 'slack:T1/7')).toBe(false);
		expect(isSamePerson('slack:T1/U7', 'slack:T2/U7')).toBe(false);
		expect(isSamePerson('local', 'local')).toBe(true);
		expect(isSamePerson('local', 'discord:1/7')).toBe(false);
	});
});

describe('the facts of platforms', () => {
	it('have names and prefixes of their own, which ids can hold', () => {
		for (const of of ['name', 'prefix'] as const) {
			const words = platforms.map((facts) => facts[of]);
			expect(new Set(words).size).toBe(words.length);
			for (const word of words) expect(word).toMatch(/^[a-z]+$/);
		}
	});

	it('read their own examples of rules', () => {
		for (const { prefix, rules } of platforms)
			for (const example of rules.examples) {
				const [place = '', ...subject] = example.split('/');
				expect(place).toMatch(rules.place);
				expect(place.split(':')[0]).toBe(prefix);
				expect(rules.forms.some((form) => form.subject.test(subject.join('/')))).toBe(true);
			}
	});
});
