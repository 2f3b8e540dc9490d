import type { MessageMetadata } from '@slack/types';
import { z } from 'zod';

const eventType = 'threadsmith';
const metadataSchema = z.object({
	event_type: z.literal(eventType),
	event_payload: z.object({ keys: z.array(z.string()) }),
});

/** Every message of ours carries it: the keys of the outbox that it shows. */
export function postMetadata(keys: readonly string[]): MessageMetadata {
	// The types know no lists of strings; Slack takes any JSON.
	return { event_type: eventType, event_payload: { keys: keys as unknown as [] } };
}

/** The keys in a message's metadata; undefined when it carries none of ours. */
export function keysIn(metadata: unknown): readonly string[] | undefined {
	const parsed = metadataSchema.safeParse(metadata);
	return parsed.success ? parsed.data.event_payload.keys : undefined;
}
