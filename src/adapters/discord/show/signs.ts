import { noSigns, type ShowScene, type Signs } from '../../present/ground.ts';
import type { DiscordShowDeps } from './show-deps.ts';
import type { Site } from './site.ts';
import { answerDeferral } from './through-interaction.ts';
import { beginTyping } from './typing.ts';

interface SignsOf {
	readonly site: Site;
	/** When something else has shown that the turn runs, ms since 1970. */
	readonly shownAt: () => number;
}

/** Shows the bot as typing from the first message on that a turn has taken, and says where Stop is heard. A command's answer has no signs. */
export function beginSigns(deps: DiscordShowDeps, scene: ShowScene, { site, shownAt }: SignsOf): Signs {
	if (!scene.isTurn) return noSigns;
	const { channel } = site.place;
	const running = deps.running.begin(scene.thread, scene.turn);
	running.add(channel);
	deps.heard.shownIn(scene.thread.id);
	let typing: Disposable | undefined;
	const stop = () => typing?.[Symbol.dispose]();
	return {
		took({ of, by }) {
			const [first] = of;
			if (first !== undefined && by) running.asked(first, by);
			for (const key of of) deps.heard.over(key);
			typing ??= beginTyping(deps, { channel, ready: site.ready, shownAt });
			answerAll(deps, of);
		},
		speaks: stop,
		ends: async () => stop(),
		goesOn: () => {},
		[Symbol.dispose]() {
			stop();
			running[Symbol.dispose]();
		},
	};
}

function answerAll(deps: DiscordShowDeps, keys: readonly string[]): void {
	for (const of of keys) answerDeferral(deps, of, 'Your words are taken.');
}
