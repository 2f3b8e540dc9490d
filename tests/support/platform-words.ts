import { matchesGlob } from 'node:path';
import { platformWords, type Sources } from './architecture-rules.ts';

/** Where every platform may be named besides: in the lists of all of them, and in the demo, which is played on them. */
const shared = ['platforms.ts', 'platform-connections.ts', 'demo/**'];

/** Every word of a platform that stands outside of its folder, as `file: word`; in comments too, where it misleads. */
export function strayPlatformWords(sources: Sources): string[] {
	const files = [...sources].filter(([file]) => !shared.some((glob) => matchesGlob(file, glob)));
	return files.flatMap(([file, source]) => {
		const foreign = Object.entries(platformWords).filter(([platform]) => !file.startsWith(`adapters/${platform}/`));
		const found = foreign.flatMap(([, words]) => source.match(words) ?? []).map((word) => word.toLowerCase());
		return [...new Set(found)].map((word) => `${file}: ${word}`);
	});
}
