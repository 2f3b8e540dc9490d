import { expect, it } from 'vitest';
import { threadLink } from '../../../../src/adapters/discord/api/direct.ts';

it.each([
	[{ platform: 'discord', id: '1-2-3' }, 'https://discord.com/channels/1/3'],
	[{ platform: 'discord', id: 'dm-3' }, undefined],
	[{ platform: 'discord', id: '1-2-u3' }, undefined],
	[{ platform: 'slack', id: '1-2-3' }, undefined],
])('the address of %o for all who read there is %s', (thread, link) => {
	expect(threadLink(thread)).toBe(link);
});
