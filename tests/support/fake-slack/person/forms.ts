import { openDm } from '../methods/places.ts';
import { checkView, replaceView, storeView, wireView } from '../methods/view-store.ts';
import type { StoredView } from '../records.ts';
import type { Json, World } from '../world.ts';
import { about, installedTeamOf, interaction } from './act.ts';
import { fillIn } from './fill-in.ts';
import { findElement } from './find-element.ts';
import type { Forms, Interaction } from './person.ts';
import type { PersonDeps } from './write.ts';

/** The next step that an acknowledged submission may ask for. */
interface SubmissionAnswer {
	readonly response_action?: 'errors' | 'update' | 'push' | 'clear' | undefined;
	readonly errors?: Readonly<Record<string, string>>;
	readonly view?: Json;
}

export function createForms({ world, deliveries, userId }: PersonDeps): Forms {
	const openView = (id: string): StoredView => {
		const view = world.views.get(id);
		if (!view?.open || view.user !== userId) throw new Error(`"${userId}" has no open view "${id}"`);
		return view;
	};
	const act = async (view: StoredView, actionId: string, which?: string | number): Promise<Interaction> => {
		const { action } = findElement(view.definition['blocks'] as Json[], actionId, which);
		const payload = {
			...about(world, userId, undefined, view.id),
			type: 'block_actions',
			container: { type: 'view', view_id: view.id },
			view: wireView(world, view),
			actions: [{ ...action, action_ts: world.clock.newTs() }],
		};
		return interaction(await deliveries.hand('interactive', 'block_actions', payload));
	};
	return {
		async openHome(tab) {
			const team = installedTeamOf(world, userId);
			const home = world.homes.get(userId);
			const shown = tab === 'home' && home ? { view: wireView(world, home) } : {};
			const channel = openDm(world, team, userId).id;
			const event = { type: 'app_home_opened', user: userId, channel, tab, ...shown, event_ts: world.clock.newTs() };
			await world.emit({ subscription: 'app_home_opened', event, team });
		},
		clickHome(actionId, which) {
			const home = world.homes.get(userId);
			if (!home) return Promise.reject(new Error(`"${userId}" sees no home tab`));
			return act(home, actionId, which);
		},
		clickView: async (viewId, actionId, which) => act(openView(viewId), actionId, which),
		async submit(viewId, values) {
			const view = openView(viewId);
			const state = fillIn(view.definition['blocks'] as Json[], values);
			const common = about(world, userId, undefined, view.id);
			const payload = { ...common, type: 'view_submission', view: wireView(world, view, state), response_urls: [] };
			const done = interaction(await deliveries.hand('interactive', 'view_submission', payload));
			const errors = done.acknowledged ? follow(world, view, (done.body ?? {}) as SubmissionAnswer) : {};
			return { ...done, errors };
		},
		async closeView(viewId) {
			const view = openView(viewId);
			view.open = false;
			const common = about(world, userId, undefined);
			const payload = { ...common, type: 'view_closed', view: wireView(world, view), is_cleared: false };
			if (view.definition['notify_on_close'] !== true) {
				return { acknowledged: true, body: undefined, responses: [], payload };
			}
			return interaction(await deliveries.hand('interactive', 'view_closed', payload));
		},
	};
}

/** Does what the app answered to a submission; answers the errors that are shown. */
function follow(world: World, view: StoredView, answer: SubmissionAnswer): Readonly<Record<string, string>> {
	switch (answer.response_action) {
		case 'errors':
			return checkErrors(view, answer.errors ?? {});
		case 'update':
			replaceView(world, view, checkView(world, answer.view ?? {}, 'modal'));
			break;
		case 'push':
			storeView(world, {
				...{ user: view.user, team: view.team, previous: view },
				definition: checkView(world, answer.view ?? {}, 'modal'),
			});
			break;
		case 'clear':
			for (const other of world.views.values()) other.open = other.open && other.rootId !== view.rootId;
			break;
		case undefined:
			view.open = false;
	}
	return {};
}

/** Errors stand at inputs; Slack shows a person none that names another block. */
function checkErrors(view: StoredView, errors: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
	const blocks = view.definition['blocks'] as Json[];
	const inputs = blocks.filter(({ type }) => type === 'input').map((block) => block['block_id']);
	const stray = Object.keys(errors).find((id) => !inputs.includes(id));
	if (stray !== undefined) throw new Error(`The app names an error at "${stray}", which is no input of the view`);
	return errors;
}
