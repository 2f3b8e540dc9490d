import { z } from 'zod';
import { ApiError, issuesOf, withMessages } from '../api/method.ts';
import { checkMessageBlocks } from '../blocks/check-blocks.ts';
import { sources } from '../blocks/objects.ts';
import { taskStatus } from '../blocks/schemas.ts';
import type { Json, Stream, StreamPart, World } from '../world.ts';
import { mostMarkdown } from './content.ts';

/** Of every field of a task and of a plan's title; https://docs.slack.dev/reference/methods/chat.appendStream */
const mostField = 256;
/**
 * The most that a streamed message with text holds, in UTF-8 bytes: text and titles once, details and outputs twice. Measured by others
 * (10,571 accepted, 10,821 refused): https://github.com/openclaw/openclaw/pull/143882
 */
const mostBytes = 10_600;
const field = z.string().max(mostField);

const chunk = z.discriminatedUnion('type', [
	z.strictObject({ type: z.literal('markdown_text'), text: z.string().min(1) }),
	z.strictObject({
		type: z.literal('task_update'),
		id: field.min(1),
		title: field.min(1),
		status: taskStatus,
		details: field.optional(),
		output: field.optional(),
		sources: sources.optional(),
	}),
	z.strictObject({ type: z.literal('plan_update'), title: field.min(1) }),
	z.strictObject({ type: z.literal('blocks'), blocks: z.array(z.record(z.string(), z.unknown())).min(1).max(50) }),
]);

export type StreamChunk = z.output<typeof chunk>;

/** The chunks that a call adds to a stream. Throws `invalid_chunks`, `msg_too_long`, `no_text` when there are none and some are needed. */
export function chunksOf(args: {
	readonly markdown_text?: string | undefined;
	readonly chunks?: readonly Json[] | undefined;
}): StreamChunk[] {
	const { markdown_text: markdown, chunks } = args;
	if (markdown !== undefined && chunks !== undefined) {
		throw new ApiError('cannot_provide_both_markdown_text_and_chunks');
	}
	const listed = markdown === undefined ? (chunks ?? []) : [{ type: 'markdown_text', text: markdown }];
	const parsed = z.array(chunk).safeParse(listed);
	if (!parsed.success) throw withMessages('invalid_chunks', issuesOf(parsed.error));
	const texts = parsed.data.flatMap((part) => (part.type === 'markdown_text' ? [part.text] : []));
	if (texts.some((part) => part.length > mostMarkdown)) throw new ApiError('msg_too_long');
	return parsed.data;
}

/** A stream that began with chunks goes on with chunks, one of text with text. Throws `streaming_mode_mismatch`. */
export function checkKind(
	stream: Stream,
	args: { readonly markdown_text?: string | undefined; readonly chunks?: unknown },
): void {
	const kind = args.chunks !== undefined ? 'chunks' : args.markdown_text !== undefined ? 'text' : undefined;
	if (kind && stream.kind && kind !== stream.kind) throw new ApiError('streaming_mode_mismatch');
	stream.kind ??= kind;
}

/** Adds to a stream, or throws `msg_too_long` and adds nothing. */
export function addChunks(world: World, stream: Stream, chunks: readonly StreamChunk[]): void {
	const next = structuredClone(stream);
	for (const part of chunks) addChunk(world, next, part);
	if (next.parts.some(({ kind }) => kind === 'text') && weightOf(next) > mostBytes) throw new ApiError('msg_too_long');
	stream.parts.splice(0, stream.parts.length, ...next.parts);
	stream.planTitle = next.planTitle;
}

/** A task that runs when its stream ends is shown as failed. */
export function closeTasks({ parts }: Stream): void {
	for (const part of parts) {
		if (part.kind === 'task' && part.task.status === 'in_progress') part.task.status = 'error';
	}
}

function addChunk(world: World, stream: Stream, part: StreamChunk): void {
	switch (part.type) {
		case 'markdown_text':
			addText(stream.parts, part.text);
			break;
		case 'plan_update':
			stream.planTitle = part.title;
			break;
		case 'blocks':
			stream.parts.push({ kind: 'blocks', blocks: checkMessageBlocks(world, part.blocks) });
			break;
		case 'task_update':
			addTask(stream.parts, part);
			break;
	}
}

function addText(parts: StreamPart[], text: string): void {
	const last = parts.at(-1);
	if (last?.kind === 'text') last.text += text;
	else parts.push({ kind: 'text', text });
}

/** Title and status replace what was there, details and output are added to it: https://github.com/openclaw/openclaw/pull/125168 */
function addTask(parts: StreamPart[], update: Extract<StreamChunk, { type: 'task_update' }>): void {
	const known = parts.find((part) => part.kind === 'task' && part.task.id === update.id);
	const task = known?.kind === 'task' ? known.task : undefined;
	const { id, title, status, details = '', output = '' } = update;
	const grown = { details: (task?.details ?? '') + details, output: (task?.output ?? '') + output };
	const next = { id, title, status, ...grown, sources: update.sources ?? task?.sources ?? [] };
	if (task) Object.assign(task, next);
	else parts.push({ kind: 'task', task: next });
}

function weightOf({ parts, planTitle = '' }: Stream): number {
	const weights = parts.map((part) => {
		if (part.kind === 'text') return Buffer.byteLength(part.text);
		if (part.kind === 'blocks') return 0;
		const { title, details, output } = part.task;
		return Buffer.byteLength(title) + 2 * Buffer.byteLength(details + output);
	});
	return weights.reduce((sum, weight) => sum + weight, Buffer.byteLength(planTitle));
}
