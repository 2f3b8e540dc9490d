import { sanitiseLine } from '../../sandbox/guest/sanitise.ts';
import type { Followed } from '../git.ts';
import { submodulesIn } from '../tree/import/base-entries.ts';
import { shownPath } from '../tree/refused.ts';
import type { Following, Found } from './found.ts';

const mostNamed = 100;
const mostProblems = 20;

/** Tells of all that was followed, and of what was not. Pure. */
export function followedOf(found: Found): Following {
	const { base, pointers, submodules, files } = found;
	const laid = [...submodules].flatMap(([path, one]) => (one.kind === 'laid' ? [{ path, ...one }] : []));
	const nested = laid.flatMap(({ path, files: tree }) => [...submodulesIn(tree).keys()].map((one) => `${path}/${one}`));
	const had = [...pointers].flatMap(([path, { sha256 }]) => {
		const one = files.became.get(sha256);
		return one?.kind === 'laid' ? [{ path, size: one.size }] : [];
	});
	const isHad = new Set([...laid, ...had].map(({ path }) => path));
	const left = [...submodulesIn(base).keys(), ...pointers.keys()].filter((path) => !isHad.has(path));
	return {
		followed: {
			submodules: laid.slice(0, mostNamed).map(({ path }) => sanitiseLine(path)),
			files: had.length,
			bytes: had.reduce((sum, { size }) => sum + size, 0),
			problems: atMost(problemsOf(found, nested)),
		},
		notFollowed: [...left, ...nested].slice(0, mostNamed).map(sanitiseLine),
	};
}

/** Where the commit itself cannot be looked through. Pure. */
export function nothingFollowed(why: string): Followed {
	return { submodules: [], files: 0, bytes: 0, problems: [`Nothing in it was followed: ${why}.`] };
}

function problemsOf({ pointers, submodules, files }: Found, nested: readonly string[]): readonly string[] {
	const ofSubmodules = [...submodules].flatMap(([path, one]) =>
		one.kind === 'laid' ? [] : [`The submodule ${shownPath(path)} was not followed: ${one.why}.`],
	);
	const ofNested = nested.map((path) => `${shownPath(path)} is a submodule of a submodule, and was not followed.`);
	const byWhy = new Map<string, string[]>();
	for (const [path, { sha256 }] of pointers) {
		const one = files.became.get(sha256);
		if (one?.kind !== 'not-had') continue;
		const paths = byWhy.get(one.why) ?? [];
		paths.push(path);
		byWhy.set(one.why, paths);
	}
	return [...ofSubmodules, ...ofNested, ...[...byWhy].map(([why, paths]) => filesNotHad(paths, why))];
}

function filesNotHad([first = '', ...others]: readonly string[], why: string): string {
	const more = others.length === 0 ? '' : ` and ${others.length} more`;
	return `${shownPath(first)}${more} of LFS could not be had: ${why}.`;
}

function atMost(problems: readonly string[]): readonly string[] {
	const more = problems.length - mostProblems;
	return more > 0 ? [...problems.slice(0, mostProblems), `And ${more} more could not be followed.`] : problems;
}
