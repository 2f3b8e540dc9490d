import { z } from 'zod';
import { ApiError, issuesOf, withMessages } from '../api/method.ts';
import { type Json, newId, type World } from '../world.ts';
import { messageBlock, viewBlock } from './schemas.ts';
import { visibleLength } from './words.ts';

/** Measured: more characters than this over all blocks of a message are refused; https://github.com/slackapi/bolt-js/issues/2509 */
const mostCharacters = 13_200;
/** Over all markdown blocks of a message. */
const mostMarkdown = 12_000;
/** Over all cells of a table. */
const mostTable = 10_000;

/** Checks the blocks of a message, as posting does; answers them with the ids that Slack gives. Throws `ApiError`. */
export function checkMessageBlocks(world: World, blocks: readonly Json[]): readonly Json[] {
	check(z.array(messageBlock).max(50), blocks, 'invalid_blocks');
	const tables = blocks.filter(({ type }) => type === 'table');
	if (tables.length > 1) throw withMessages('invalid_attachments', ['only_one_table_allowed']);
	if (tables.some((table) => visibleLength([table]) > mostTable))
		throw withMessages('invalid_blocks', ['table too long']);
	const markdown = blocks.filter(({ type }) => type === 'markdown');
	if (visibleLength(markdown) > mostMarkdown) throw new ApiError('msg_blocks_too_long');
	if (visibleLength(blocks) > mostCharacters) throw new ApiError('msg_blocks_too_long');
	return withIds(world, blocks);
}

/** Checks the blocks of a view; gives them with ids. Throws `ApiError`. */
export function checkViewBlocks(world: World, blocks: readonly Json[]): readonly Json[] {
	check(z.array(viewBlock).max(100), blocks, 'invalid_arguments');
	return withIds(world, blocks);
}

function check(schema: z.ZodType, blocks: readonly Json[], code: string): void {
	const parsed = schema.safeParse(blocks);
	if (!parsed.success) throw withMessages(code, issuesOf(parsed.error));
	const ids = blocks.flatMap(({ block_id }) => (block_id === undefined ? [] : [String(block_id)]));
	const twice = [...duplicates(ids), ...blocks.flatMap((block) => duplicates(elementsOf(block).flatMap(actionId)))];
	if (twice.length > 0) throw withMessages(code, [`"${twice[0]}" already exists`]);
}

/** The elements of a block that a person can act on. */
export function elementsOf(block: Json): Json[] {
	const { elements, accessory, element } = block as { elements?: Json[]; accessory?: Json; element?: Json };
	const listed = block['type'] === 'actions' || block['type'] === 'context_actions' ? (elements ?? []) : [];
	return [...listed, ...(accessory ? [accessory] : []), ...(element ? [element] : [])];
}

function actionId({ action_id }: Json): string[] {
	return action_id === undefined ? [] : [String(action_id)];
}

function duplicates(ids: readonly string[]): string[] {
	return ids.filter((id, index) => ids.indexOf(id) !== index);
}

/** Slack makes the ids that are left out. */
function withIds(world: World, blocks: readonly Json[]): readonly Json[] {
	const named = (element: Json): Json => ({ action_id: newId(world, 'a'), ...element });
	return blocks.map((block) => {
		const { elements, accessory, element } = block as { elements?: Json[]; accessory?: Json; element?: Json };
		const acts = block['type'] === 'actions' || block['type'] === 'context_actions';
		return {
			block_id: newId(world, 'b'),
			...block,
			...(acts && elements ? { elements: elements.map(named) } : {}),
			...(accessory && accessory['type'] !== 'image' ? { accessory: named(accessory) } : {}),
			...(element ? { element: named(element) } : {}),
		};
	});
}
