import { ChannelType } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import { audienceOf, type KnownChannel, type KnownGuild } from '../../../../src/adapters/discord/decode/channel.ts';
import { bits } from '../../../support/fake-discord/permissions.ts';

const channel = (given: Partial<KnownChannel>): KnownChannel => ({
	...{ id: '2', type: ChannelType.GuildText, name: '', guild: '1', parent: undefined, isOpen: true, last: undefined },
	...given,
});

function audienceIn(of: KnownChannel, parent?: KnownChannel, everyone = bits('ViewChannel')) {
	const roles = new Map([['1', { name: '@everyone', permissions: BigInt(everyone), bot: undefined }]]);
	const guild: KnownGuild = { id: '1', name: '', owner: '9', premiumTier: 0, roles };
	return audienceOf(of, { guilds: new Map([['1', guild]]), channels: new Map(parent ? [[parent.id, parent]] : []) });
}

describe('who may read in Discord', () => {
	const thread = channel({ id: '3', type: ChannelType.PublicThread, parent: '2' });

	it('is everyone of the server in a channel that does not hide itself, and in its threads', () => {
		expect(audienceIn(channel({}))).toBe('public');
		expect(audienceIn(thread, channel({}))).toBe('public');
	});

	it.each<[string, KnownChannel, KnownChannel | undefined, string | undefined]>([
		['a private thread', channel({ ...thread, type: ChannelType.PrivateThread }), channel({}), undefined],
		['a channel that hides itself from everyone', channel({ isOpen: false }), undefined, undefined],
		['a thread in one', thread, channel({ isOpen: false }), undefined],
		['a server that shows everyone nothing', channel({}), undefined, '0'],
		['a direct conversation', channel({ guild: undefined, type: ChannelType.DM }), undefined, undefined],
	])('is not everyone in %s', (_where, of, parent, everyone) => {
		expect(audienceIn(of, parent, everyone === undefined ? undefined : BigInt(everyone))).toBe('private');
	});

	it('is not known where the channel of a thread is not', () => {
		expect(audienceIn(thread)).toBeUndefined();
	});
});
