import { createHash } from 'node:crypto';
import { z } from 'zod';
import { ApiError, type Call, issuesOf, withMessages } from '../api/method.ts';
import { checkViewBlocks } from '../blocks/check-blocks.ts';
import { plain } from '../blocks/objects.ts';
import { appId } from '../deliver/deliveries.ts';
import type { StoredView } from '../records.ts';
import { type Json, newId, teamOf, type World } from '../world.ts';

/** A trigger is good for three seconds. */
const triggerMs = 3000;
/** The whole view, bytes. */
const mostBytes = 250_000;

const common = {
	blocks: z.array(z.record(z.string(), z.unknown())).max(100),
	private_metadata: z.string().max(3000).optional(),
	callback_id: z.string().max(255).optional(),
	external_id: z.string().max(255).optional(),
};
const modal = z.strictObject({
	type: z.literal('modal'),
	title: plain(24),
	submit: plain(24).optional(),
	close: plain(24).optional(),
	clear_on_close: z.boolean().optional(),
	notify_on_close: z.boolean().optional(),
	submit_disabled: z.boolean().optional(),
	...common,
});
const home = z.strictObject({ type: z.literal('home'), ...common });

/** A view that may be shown, its ids made. Throws `invalid_arguments`, `view_too_large`. */
export function checkView(world: World, view: Json, type: 'modal' | 'home'): Json {
	if (JSON.stringify(view).length > mostBytes) throw new ApiError('view_too_large');
	const parsed = (type === 'modal' ? modal : home).safeParse(view);
	if (!parsed.success) throw withMessages('invalid_arguments', issuesOf(parsed.error));
	const needsSubmit = parsed.data.blocks.some((block) => block['type'] === 'input');
	if (type === 'modal' && needsSubmit && !('submit' in view))
		throw withMessages('invalid_arguments', ['missing submit']);
	return { ...parsed.data, blocks: checkViewBlocks(world, parsed.data.blocks) };
}

export function newTrigger(world: World, { user, team, view }: { user: string; team: string; view?: string }): string {
	const id = `${world.next()}.${world.next()}.trigger`;
	world.triggers.set(id, { id, user, team, at: world.clock.now(), used: false, view });
	return id;
}

/** Whose trigger it is; it is used up. Throws `invalid_trigger_id`, `exchanged_trigger_id`, `expired_trigger_id`. */
export function takeTrigger(
	{ world, team }: Call,
	id: string,
): { readonly user: string; readonly view: string | undefined } {
	const trigger = world.triggers.get(id);
	if (!trigger || trigger.team !== team.id) throw new ApiError('invalid_trigger_id');
	if (trigger.used) throw new ApiError('exchanged_trigger_id');
	if (world.clock.now() - trigger.at >= triggerMs) throw new ApiError('expired_trigger_id');
	trigger.used = true;
	return trigger;
}

interface NewView {
	readonly user: string;
	readonly team: string;
	readonly definition: Json;
	readonly previous?: StoredView | undefined;
}

export function storeView(world: World, { user, team, definition, previous }: NewView): StoredView {
	const id = newId(world, 'V');
	const view: StoredView = {
		...{ id, user, team, definition },
		rootId: previous?.rootId ?? id,
		previousId: previous?.id,
		hash: hashOf(world, definition),
		open: true,
	};
	world.views.set(id, view);
	return view;
}

export function replaceView(world: World, view: StoredView, definition: Json): StoredView {
	view.definition = definition;
	view.hash = hashOf(world, definition);
	return view;
}

function hashOf(world: World, definition: Json): string {
	return `${world.next()}.${createHash('sha1').update(JSON.stringify(definition)).digest('hex').slice(0, 8)}`;
}

/** A view as Slack sends it; `state` is what was filled in. */
export function wireView(world: World, view: StoredView, state: Json = { values: {} }): Json {
	const { id, team, rootId, previousId, hash, definition } = view;
	return {
		private_metadata: '',
		callback_id: '',
		external_id: '',
		submit: null,
		close: null,
		clear_on_close: false,
		notify_on_close: false,
		...definition,
		id,
		team_id: team,
		app_id: appId,
		app_installed_team_id: team,
		bot_id: teamOf(world, team).botId,
		root_view_id: rootId,
		previous_view_id: previousId ?? null,
		hash,
		state,
	};
}
