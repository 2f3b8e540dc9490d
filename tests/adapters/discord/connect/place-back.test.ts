import { GatewayDispatchEvents as Event, type GatewayDispatchPayload } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { placeBack } from '../../../../src/adapters/discord/connect/place-back.ts';

const placeOf = (t: Event, d: object) => placeBack({ op: 0, s: 1, t, d } as unknown as GatewayDispatchPayload);

describe('a place where the bot could say nothing', () => {
	it.each<[string, Event, object, string]>([
		['it is let into the server', Event.GuildCreate, { id: '1' }, '1'],
		['its own roles or its timeout change', Event.GuildMemberUpdate, { guild_id: '1', roles: ['2'] }, '1'],
		['a role changes', Event.GuildRoleUpdate, { guild_id: '1', role: { id: '2' } }, '1'],
		['a role is removed that denied it something', Event.GuildRoleDelete, { guild_id: '1', role_id: '2' }, '1'],
		['it may see threads again', Event.ThreadListSync, { guild_id: '1', threads: [] }, '1'],
		['the channel changes', Event.ChannelUpdate, { guild_id: '1', id: '3' }, '1-3'],
		['the thread is opened again', Event.ThreadUpdate, { guild_id: '1', parent_id: '3', id: '4' }, '1-3-4'],
	])('may be there again when %s', (_what, event, data, place) => {
		expect(placeOf(event, data)).toBe(place);
	});

	it('is not there again for what changes nothing, or a server that is away', () => {
		expect(placeOf(Event.GuildCreate, { id: '1', unavailable: true })).toBe(undefined);
		expect(placeOf(Event.MessageCreate, { guild_id: '1', channel_id: '3', id: '5' })).toBe(undefined);
		expect(placeOf(Event.ChannelDelete, { guild_id: '1', id: '3' })).toBe(undefined);
	});
});
