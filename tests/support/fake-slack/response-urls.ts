import { z } from 'zod';
import { checkMessageBlocks } from './blocks/check-blocks.ts';
import { addMessage, announce, changeMessage, removeMessage } from './messages.ts';
import type { ResponseUrl } from './records.ts';
import { type Json, newId, teamOf, type World } from './world.ts';

/** Five answers within half an hour; https://docs.slack.dev/interactivity/handling-user-interaction */
const mostUses = 5;
const lifeMs = 1_800_000;

export interface OpenedUrl {
	readonly url: string;
	/** Grows with each answer. */
	readonly responses: readonly Json[];
}

export function openResponseUrl(world: World, facts: Omit<ResponseUrl, 'at' | 'responses'>): OpenedUrl {
	const id = newId(world, 'R');
	const opened: ResponseUrl = { ...facts, at: world.clock.now(), responses: [] };
	world.responseUrls.set(id, opened);
	return { url: `${world.url}/respond/${id}`, responses: opened.responses };
}

const answerSchema = z.strictObject({
	text: z.string().optional(),
	blocks: z.array(z.record(z.string(), z.unknown())).optional(),
	response_type: z.enum(['ephemeral', 'in_channel']).optional(),
	replace_original: z.boolean().optional(),
	delete_original: z.boolean().optional(),
	thread_ts: z.string().optional(),
	unfurl_links: z.boolean().optional(),
	unfurl_media: z.boolean().optional(),
	metadata: z.record(z.string(), z.unknown()).optional(),
});

export type ResponseAnswer = z.output<typeof answerSchema>;

/** Takes what the app sends to a response URL; answers the HTTP status and the text. Throws `ApiError` for blocks that are wrong. */
export function respond(world: World, id: string, raw: unknown): { readonly status: number; readonly text: string } {
	const opened = world.responseUrls.get(id);
	if (!opened || world.clock.now() - opened.at >= lifeMs) return { status: 404, text: 'expired_url' };
	if (opened.responses.length >= mostUses) return { status: 404, text: 'used_url' };
	const parsed = answerSchema.safeParse(raw);
	if (!parsed.success) return { status: 400, text: 'invalid_payload' };
	opened.responses.push(parsed.data);
	showAnswer(world, opened, parsed.data);
	return { status: 200, text: 'ok' };
}

/** Shows an answer to an interaction: as a change of the original, or as a message of its own. */
export function showAnswer(world: World, place: Omit<ResponseUrl, 'at' | 'responses'>, answer: ResponseAnswer): void {
	const original = world.messages.get(place.original ?? '');
	const blocks = answer.blocks && checkMessageBlocks(world, answer.blocks);
	const text = answer.text ?? '';
	if (answer.delete_original && original) void removeMessage(world, original);
	else if (answer.replace_original && original) void changeMessage(world, original, { text, blocks }, undefined);
	else if (answer.text !== undefined || blocks) {
		const { botUser, botId } = teamOf(world, place.team);
		const message = addMessage(world, {
			...{ channel: place.channel, user: botUser, botId, text, blocks },
			threadTs: answer.thread_ts ?? place.threadTs,
			...(answer.response_type === 'in_channel' ? {} : { ephemeralTo: place.user }),
		});
		void announce(world, message);
	}
}
