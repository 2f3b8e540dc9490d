import { expect, test } from 'vitest';
import { attachmentAt, linkOf, storeAttachment } from './attachments.ts';
import { createClock, timeOf } from './clock.ts';
import { createWorld } from './create-world.ts';
import { pingsOf } from './mentions.ts';
import { addMessage } from './messages.ts';
import { bits, may } from './permissions.ts';
import { addRole, addUser, setOverwrite, shardOf } from './places.ts';
import { fitsRoute } from './route-pattern.ts';
import { guildOf } from './world.ts';

test('ids are made from the time and only grow', () => {
	using clock = createClock();
	const before = clock.now();
	const ids = Array.from({ length: 1000 }, clock.newId);
	expect(new Set(ids).size).toBe(1000);
	expect(
		ids
			.map(BigInt)
			.toSorted((a, b) => (a < b ? -1 : 1))
			.map(String),
	).toEqual(ids);
	clock.advance(60_000);
	expect(timeOf(clock.newId()) - before).toBeGreaterThanOrEqual(60_000);
});

test('an alarm rings when the clock was moved past it, and not when it was called off', () => {
	using clock = createClock();
	const rung: string[] = [];
	clock.after(5000, () => rung.push('second'));
	clock.after(2000, () => rung.push('first'));
	clock.after(3000, () => rung.push('never'))();
	clock.advance(1000);
	expect(rung).toEqual([]);
	clock.advance(9000);
	expect(rung).toEqual(['first', 'second']);
});

test.each([
	['POST /channels/:id/messages', 'POST', '/channels/1/messages', true],
	['POST /channels/:id/messages', 'PATCH', '/channels/1/messages', false],
	['POST /channels/:id/messages', 'POST', '/channels/1/messages/2', false],
	['/channels/*/messages', 'GET', '/channels/1/messages', true],
	['/webhooks/**', 'PATCH', '/webhooks/1/token/messages/@original', true],
	['GET /users/@me', 'GET', '/users/1', false],
])('"%s" and %s %s: %s', (pattern, method, path, fits) => {
	expect(fitsRoute(pattern, method, path)).toBe(fits);
});

test('a link to an attachment ends in a day, and cannot be made up', () => {
	const { world, places } = createWorld({});
	world.url = 'http://127.0.0.1:1';
	const stored = storeAttachment(world, { channel: places.channel, name: 'my file.txt', bytes: new Uint8Array(3) });
	const link = new URL(linkOf(world, stored));
	expect(stored.name).toBe('my_file.txt');
	expect(attachmentAt(world, link)).toBe(stored);
	expect(attachmentAt(world, new URL(link.href.replace(/ex=\w+/, 'ex=ffffffff')))).toBeUndefined();
	world.clock.advance(24 * 3_600_000);
	expect(attachmentAt(world, link)).toBeUndefined();
	expect(attachmentAt(world, new URL(linkOf(world, stored)))).toBe(stored);
});

test('rights come from roles, then from the overwrites of everyone, roles and member', () => {
	const { world, places } = createWorld({});
	const { channel, grace, visitor, makers, ada, guild } = places;
	setOverwrite(world, channel, guild, bits('ViewChannel'));
	expect(may(world, channel, visitor, 'SendMessages')).toBe(false);
	expect(may(world, channel, ada, 'SendMessages')).toBe(true);
	setOverwrite(world, channel, makers, bits('ViewChannel', 'SendMessages'));
	expect(may(world, channel, grace, 'SendMessages')).toBe(true);
	setOverwrite(world, channel, grace, 0n);
	expect(may(world, channel, grace, 'ViewChannel')).toBe(false);
	const { id } = addRole(world, guildOf(world, guild), { name: 'boss', permissions: bits('Administrator') });
	guildOf(world, guild).members.get(grace)?.roles.add(id);
	expect(may(world, channel, grace, 'SendMessages')).toBe(true);
	expect(may(world, channel, addUser(world, {}), 'ViewChannel')).toBe(false);
});

test('what pings depends on what was allowed, or on Discord’s defaults', () => {
	const { world, places } = createWorld({});
	const { channel, ada, grace, makers } = places;
	const content = `<@${ada}> <@&${makers}> @everyone`;
	const first = addMessage(world, { channel, author: grace, content: 'root' });
	const reference = { channel, message: first.id };
	const reply = { channel, author: world.bot, type: 19, reference } as const;
	const pings = (more: Partial<Parameters<typeof addMessage>[1]>) =>
		pingsOf(world, addMessage(world, { ...reply, content, ...more }));
	expect(pings({})).toEqual({ users: [ada, grace], roles: [makers], everyone: true, here: false });
	expect(pings({ allowedMentions: { parse: [] } })).toEqual({ users: [], roles: [], everyone: false, here: false });
	expect(pings({ allowedMentions: { users: [ada], replied_user: true } }).users).toEqual([ada, grace]);
	expect(pings({ interaction: '1', type: 0 as never })).toMatchObject({ users: [ada], roles: [], everyone: false });
	const shown = [{ type: 17, components: [{ type: 10, content }] }] as never;
	expect(pings({ content: '', components: shown }).users).toEqual([ada, grace]);
});

test('a guild is of one shard', () => {
	const id = String((5n << 22n) + 7n);
	expect([1, 2, 3].map((count) => shardOf(id, count))).toEqual([0, 1, 2]);
	expect(shardOf(undefined, 3)).toBe(0);
});
