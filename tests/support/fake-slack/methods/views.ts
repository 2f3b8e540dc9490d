import { ApiError, type Call, jsonObject, type Method, method, text } from '../api/method.ts';
import type { StoredView } from '../records.ts';
import type { Json } from '../world.ts';
import { checkView, replaceView, storeView, takeTrigger, wireView } from './view-store.ts';

const bot = { token: 'bot' } as const;
/** Views on top of each other. */
const mostStacked = 3;

const open = method({ ...bot, tier: 4 }, { trigger_id: text, view: jsonObject }, (args, call) => {
	const definition = checkView(call.world, args.view, 'modal');
	const { user } = takeTrigger(call, args.trigger_id);
	return show(call, storeView(call.world, { user, team: call.team.id, definition }));
});

const push = method({ ...bot, tier: 4 }, { trigger_id: text, view: jsonObject }, (args, call) => {
	const definition = checkView(call.world, args.view, 'modal');
	const { user, view } = takeTrigger(call, args.trigger_id);
	const previous = call.world.views.get(view ?? '');
	if (!previous) throw new ApiError('invalid_trigger_id');
	if (depthOf(call, previous) >= mostStacked) throw new ApiError('push_limit_reached');
	return show(call, storeView(call.world, { user, team: call.team.id, definition, previous }));
});

function depthOf({ world }: Call, view: StoredView): number {
	return [...world.views.values()].filter(({ rootId, open: isOpen }) => rootId === view.rootId && isOpen).length;
}

const update = method(
	{ ...bot, tier: 4 },
	{ view: jsonObject, view_id: text.optional(), external_id: text.optional(), hash: text.optional() },
	(args, call) => {
		const definition = checkView(call.world, args.view, 'modal');
		const view = [...call.world.views.values()].find(
			({ id, definition: { external_id } }) =>
				id === args.view_id || (args.external_id !== undefined && external_id === args.external_id),
		);
		if (!view?.open || view.team !== call.team.id) throw new ApiError('not_found');
		if (args.hash !== undefined && args.hash !== view.hash) throw new ApiError('hash_conflict');
		return show(call, replaceView(call.world, view, definition));
	},
);

const publish = method(
	{ ...bot, tier: 4 },
	{ user_id: text, view: jsonObject, hash: text.optional() },
	(args, call) => {
		const { world, team } = call;
		const definition = checkView(world, args.view, 'home');
		if (!world.users.has(args.user_id)) throw new ApiError('user_not_found');
		const known = world.homes.get(args.user_id);
		if (known && args.hash !== undefined && args.hash !== known.hash) throw new ApiError('hash_conflict');
		const view = known
			? replaceView(world, known, definition)
			: storeView(world, { user: args.user_id, team: team.id, definition });
		world.homes.set(args.user_id, view);
		return show(call, view);
	},
);

function show({ world }: Call, view: StoredView): Json {
	return { view: wireView(world, view) };
}

export const viewMethods: Readonly<Record<string, Method>> = {
	'views.open': open,
	'views.push': push,
	'views.update': update,
	'views.publish': publish,
};
