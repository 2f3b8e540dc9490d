import type { Ground, Marks, ShowScene } from '../../present/ground.ts';
import { createEditedLive } from '../../present/live/edited-live.ts';
import type { DiscordMessage } from '../render/discord-message.ts';
import { createDiscordSurface, withHastyEdits } from '../surface.ts';
import { createElsewhere } from './elsewhere.ts';
import { livePace } from './live-pace.ts';
import type { DiscordShowDeps } from './show-deps.ts';
import { beginSigns } from './signs.ts';
import { findSite } from './site.ts';
import { answerDeferral } from './through-interaction.ts';
import { createVoice } from './voice.ts';

/** All that one turn, or one command's answer, is shown by in Discord. Rejects as `Calls` do for all but refusals. */
export async function enterPlace(deps: DiscordShowDeps, scene: ShowScene): Promise<Ground<DiscordMessage>> {
	const site = await findSite(deps, scene);
	const elsewhere = createElsewhere(deps, scene, site);
	const surface = createDiscordSurface(deps, site, elsewhere);
	const signal = scene.isTurn ? deps.takeOver(scene.session, scene.turn) : deps.signal;
	const { channel: nowhere } = site.place;
	const pace = livePace(deps);
	const live = createEditedLive(
		{ ...deps, ...pace, surface: withHastyEdits(surface, deps, site), signal, nowhere },
		scene,
	);
	return {
		surface,
		live,
		signs: beginSigns(deps, scene, { site, shownAt: () => live.shownAt() }),
		voice: createVoice(deps, scene, { site, surface }),
		marks: marksIn(deps, scene),
		isElsewhere: elsewhere.isTold,
		nowhere,
	};
}

function marksIn(deps: DiscordShowDeps, { session, thread }: ShowScene): Marks {
	return {
		add: async (of, offers) => {
			// The mark says it.
			deps.heard.over(of);
			answerDeferral(deps, of, 'Your words wait for the next step of the running turn.');
			deps.marks.add({ session, thread, of }, offers);
		},
		remove: (of) => deps.marks.remove({ session, thread, of }),
		drop: (of) => deps.heard.over(of),
	};
}
