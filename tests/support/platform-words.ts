import { matchesGlob } from 'node:path';
import type { Sources } from './architecture-rules.ts';

/**
 * Where a platform may be named: in its own folder, in the demo that is played on it, and in the one file that lists all of them. A third one
 * is named nowhere else either: whoever adds a place here adds one to AGENTS.md.
 */
const places = [
	'platforms.ts',
	'demo/**',
	'adapters/{slack,discord,terminal}/**',
	'agent/commands/{spoken,own-infos}.ts',
];

/** Names of platforms, words that one of them alone has, and what only its ids begin with; in comments too, where they mislead. */
const words = /slack|discord|guild|'local'|\bplatform\b[^\n;]{0,20}'terminal'/gi;

/** Every word of a platform that stands elsewhere, as `file: word`. */
export function strayPlatformWords(sources: Sources): string[] {
	return [...sources].flatMap(([file, source]) => {
		if (places.some((glob) => matchesGlob(file, glob))) return [];
		const found = [...source.matchAll(words)].map(([word]) => word.toLowerCase());
		return [...new Set(found)].map((word) => `${file}: ${word}`);
	});
}
