import { contentOf } from '../artifact-content.ts';
import type { Show } from '../presenter-deps.ts';
import type { ArtifactEvent } from '../turn-state.ts';
import { postTogether } from './post-together.ts';

/** Hands artifacts over together, and says by name which could not be, and why. */
export async function showArtifacts<Message>(show: Show<Message>, artifacts: readonly ArtifactEvent[]): Promise<void> {
	const { thread, session, turn, deps, ground } = show;
	const files = artifacts.map((artifact) => {
		const { key, name, size } = artifact;
		return { key, name, size, content: contentOf(artifact, session, deps.openArtifact) };
	});
	const uploads = await ground.surface.upload({ thread, session, turn, files }, deps.signal);
	const problems = uploads.flatMap((upload) => (upload.outcome === 'delivered' ? [] : [upload]));
	const sentences = problems.map(({ file, reason }) => ({ key: `${file.key}/problem`, text: `⚠️ ${reason}` }));
	await postTogether(show, sentences);
	const refused = problems.filter(({ outcome }) => outcome === 'refused');
	const { last = ground.nowhere } = show.progress.now();
	for (const { file } of refused) await deps.outbox.sent(session, file.key, last);
}
