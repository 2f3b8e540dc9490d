import { InteractionResponseType } from 'discord-api-types/v10';
import { z } from 'zod';
import type { Verdict } from '../../../src/demo/verdicts.ts';
import type { RecordedCall } from '../fake-discord/records.ts';
import { verdict } from '../platform-demo/common-verdicts.ts';

/** Verdicts on the bot's calls to Discord: none could ping, and none was refused. */
export function callVerdicts(calls: readonly RecordedCall[]): Verdict[] {
	const messages = calls.flatMap((call) => messageIn(call) ?? []);
	const open = messages.filter((message) => !isQuiet(message));
	const refused = calls
		.filter(({ status }) => status >= 400)
		.map(({ method, path, status }) => `${method} ${path}: ${status}`);
	return [
		verdict(
			'no message and no edit could have pinged anybody',
			open.length === 0 ? `${messages.length} calls` : `${open.length} of ${messages.length} calls could`,
			messages.length > 0 && open.length === 0,
		),
		verdict(
			'Discord refused no call',
			[...new Set(refused)].join(', ') || `${calls.length} calls`,
			refused.length === 0,
		),
	];
}

const messagePath = /^\/(?:channels\/\d+\/messages(?:\/\d+)?|webhooks\/\d+\/[^/]+(?:\/messages\/[^/]+)?)$/;
const callbackSchema = z.object({ type: z.int(), data: z.unknown() });
const callbacksWithMessage: readonly number[] = [
	InteractionResponseType.ChannelMessageWithSource,
	InteractionResponseType.UpdateMessage,
];

/** The message that a call makes or changes; undefined for calls that are about something else. */
function messageIn({ method, path, body }: RecordedCall): unknown {
	if (method !== 'POST' && method !== 'PATCH') return undefined;
	if (messagePath.test(path)) return body;
	const callback = path.endsWith('/callback') ? callbackSchema.safeParse(body).data : undefined;
	return callback && callbacksWithMessage.includes(callback.type) ? callback.data : undefined;
}

/** https://docs.discord.com/developers/resources/message#allowed-mentions-object: with no kind to parse and nobody named, nobody is pinged. */
const quietSchema = z.object({
	allowed_mentions: z.object({
		parse: z.tuple([]),
		users: z.tuple([]).optional(),
		roles: z.tuple([]).optional(),
		replied_user: z.literal(false).optional(),
	}),
});

function isQuiet(message: unknown): boolean {
	return quietSchema.safeParse(message).success;
}
