import type { AgentEvent } from '../../../chat/events.ts';
import { contentOf } from '../../artifact-content.ts';
import { postTogether } from './post-together.ts';
import type { Show, ShowDeps } from './show-deps.ts';

export type ArtifactEvent = Extract<AgentEvent, { type: 'artifact' }>;

/** Hands artifacts over together, and says by name which could not be, and why. */
export async function showArtifacts(deps: ShowDeps, show: Show, artifacts: readonly ArtifactEvent[]): Promise<void> {
	const { thread, session, turn } = show;
	const files = artifacts.map((artifact) => {
		const { key, name, size } = artifact;
		return { key, name, size, content: contentOf(artifact, session, deps.openArtifact) };
	});
	const uploads = await deps.uploads({ thread, session, turn, files }, deps.signal);
	const refused = uploads.flatMap((upload) => (upload.outcome === 'refused' ? [upload] : []));
	const sentences = refused.map(({ file, reason }) => ({ key: `${file.key}/problem`, text: `⚠️ ${reason}` }));
	await postTogether(deps, show, sentences);
	for (const { file } of refused) await deps.outbox.sent(session, file.key, show.last ?? show.place.channel);
}
