import type { AgentEvent } from '../../../agent/events.ts';
import { postOnceIn, sentence } from './post.ts';
import type { Show, ShowDeps } from './show-deps.ts';

export type ArtifactEvent = Extract<AgentEvent, { type: 'artifact' }>;

/** Hands artifacts over together, and says by name which could not be, and why. */
export async function showArtifacts(deps: ShowDeps, show: Show, artifacts: readonly ArtifactEvent[]): Promise<void> {
	const { thread, session, turn } = show;
	const files = artifacts.map(({ key, name, size, path, sha256 }) => ({ key, name, size, content: { path, sha256 } }));
	const uploads = await deps.uploads({ thread, session, turn, files }, deps.signal);
	for (const upload of uploads) {
		if (upload.outcome === 'delivered') continue;
		const { id } = await postOnceIn(deps, show, `${upload.file.key}/problem`, sentence(`⚠️ ${upload.reason}`));
		if (upload.outcome === 'refused') await deps.outbox.sent(session, upload.file.key, id);
	}
}
