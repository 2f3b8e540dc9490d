import type { RecordedCall } from './api/http-api.ts';
import { wireView } from './methods/view-store.ts';
import { createView, type SeenFile, seeFile, type View } from './seen.ts';
import type { Json, World } from './world.ts';

export interface FakeSlackRecords extends View {
	/** Every call of the Web API. */
	calls(method?: string): readonly RecordedCall[];
	files(): readonly SeenFile[];
	/** The open modals, newest last. */
	views(user?: string): readonly Json[];
	home(user: string): Json | undefined;
	/** The suggested prompts at the top of a DM. */
	prompts(channel: string): readonly unknown[];
	reactions(ts: string): Readonly<Record<string, readonly string[]>>;
}

export function recordsOf(world: World, calls: readonly RecordedCall[]): FakeSlackRecords {
	const view = createView(world);
	return {
		...view,
		calls: (method) => calls.filter((call) => method === undefined || call.method === method),
		files: () => [...world.files.values()].map(seeFile),
		views: (user) =>
			[...world.views.values()]
				.filter((shown) => shown.open && shown.definition['type'] === 'modal')
				.filter((shown) => user === undefined || shown.user === user)
				.map((shown) => wireView(world, shown)),
		home(user) {
			const home = world.homes.get(user);
			return home && wireView(world, home);
		},
		prompts: (channel) => world.prompts.get(channel) ?? [],
		reactions: (ts) => view.message(ts)?.reactions ?? {},
	};
}
