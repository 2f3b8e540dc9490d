import type { RepoWatches } from '../../../src/agent/repo/watch/watches.ts';
import type { NewsItem } from '../../../src/git/code-host/code-host.ts';
import { createHandClock } from '../../support/jumping-clock.ts';
import { openByHand, wish } from './call-by-hand.ts';

export const comment: NewsItem = {
	kind: 'comment',
	who: 'Eve *',
	text: '<!channel> [click](http://evil) @everyone\n**now**',
};

/** A proposal that is open, and the watches of a later process. */
export async function openPull(given: Parameters<typeof openByHand>[0] = {}) {
	const clock = createHandClock();
	const at = openByHand({ ...given, deps: { clock, ...given?.deps } });
	await at.call('open_repository', { repository: 'acme/app' }, 'c1');
	at.guest.folders.set('app', 'mended');
	await at.call('propose_changes', wish, 'c2');
	await at.call('propose_changes', wish, 'c2', 'Open pull request');
	const told: string[] = [];
	const keys: string[] = [];
	const look = async (watches: RepoWatches = at.start().watches) =>
		await watches.look(
			'local-hand',
			async ({ turn, text }) => {
				if (keys.includes(turn)) return;
				keys.push(turn);
				told.push(text);
			},
			new AbortController().signal,
		);
	const pull = async () => (await at.repos()).opened[0]?.pull;
	const next = async () => {
		await clock.advance(Math.max(0, ((await pull())?.at ?? 0) - clock.now()));
		await look();
	};
	return { ...at, clock, told, keys, look, pull, next };
}
