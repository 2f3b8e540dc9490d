import { ComponentType, MessageFlags, Routes } from 'discord.js';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Api, startApi } from './start-api.ts';

let api: Api;
beforeAll(async () => {
	api = await startApi();
});
afterAll(() => api[Symbol.asyncDispose]());

/** Anything, but with Discord's names in the places where it has some. */
const component = fc.letrec((tie) => ({
	any: fc.oneof(
		{ maxDepth: 4 },
		fc.jsonValue(),
		fc.record(
			{
				type: fc.constantFrom(...Object.values(ComponentType), 99, null),
				custom_id: fc.string({ maxLength: 3 }),
				content: fc.oneof(fc.string(), fc.integer()),
				components: fc.array(tie('any'), { maxLength: 3 }),
				accessory: tie('any'),
				file: fc.record({ url: fc.constantFrom('attachment://a', 'x', 7) }),
				items: fc.array(
					fc.record({ media: fc.record({ url: fc.constantFrom('attachment://a', 'https://a.example') }) }),
				),
			},
			{ requiredKeys: [] },
		),
	),
})).any;

const body = fc.oneof(
	fc.jsonValue(),
	fc.record(
		{
			content: fc.oneof(fc.string(), fc.jsonValue()),
			flags: fc.constantFrom(0, MessageFlags.IsComponentsV2, MessageFlags.Ephemeral, 'x'),
			components: fc.array(component, { maxLength: 3 }),
			embeds: fc.jsonValue(),
			attachments: fc.jsonValue(),
			allowed_mentions: fc.jsonValue(),
			message_reference: fc.jsonValue(),
		},
		{ requiredKeys: [] },
	),
);

it('whatever is sent is taken or refused as Discord refuses', async () => {
	const path = `${api.world.url}/api/v10`;
	const command = `/applications/${api.world.application.id}/commands`;
	const headers = { authorization: `Bot ${api.world.token}`, 'content-type': 'application/json' };
	const send = async (method: string, route: string, sent: unknown) => {
		const answer = await fetch(`${path}${route}`, { method, headers, body: JSON.stringify(sent) });
		const text = await answer.text();
		expect([200, 201, 400], text).toContain(answer.status);
	};
	await fc.assert(
		fc.asyncProperty(body, async (sent) => {
			await send('POST', Routes.channelMessages(api.places.channel), sent);
			await send('POST', command, sent);
		}),
		{ numRuns: 200 },
	);
});
