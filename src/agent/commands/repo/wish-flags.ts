import { type Follow, indexNames, type Repository } from '../../../git/repository.ts';
import type { FlagArgument, Values } from '../syntax/arguments.ts';
import type { RepoCommands } from './repo-deps.ts';

type Wishes = Repository['wishes'];

const none = 'none';

function switchFlag<const Name extends string>(name: Name, help: string) {
	const takes = { kind: 'choice', choices: ['on', 'off'] } as const;
	return { kind: 'flag', name, help, optional: true, takes } as const satisfies FlagArgument;
}

function listFlag<const Name extends string>(name: Name, help: string, form?: RegExp) {
	return {
		kind: 'flag',
		name,
		help: `${help}, with commas; or none`,
		optional: true,
		takes: { kind: 'word', ...(form && { form }) },
	} as const satisfies FlagArgument;
}

const index = `(?:${indexNames.join('|')})`;

/** How a repository's pull requests are made, as flags. */
export const wishFlags = [
	listFlag(
		'indexes',
		`${indexNames.join(', ')}: open for its set-up`,
		new RegExp(`^(?:${none}|${index}(?:,${index})*)$`),
	),
	switchFlag('draft', 'pull requests begin as drafts'),
	switchFlag('fork', 'push to a fork'),
	switchFlag('names', 'whoever asked is named, and the thread linked'),
	listFlag('protect', 'globs of files that need an admin’s yes'),
	listFlag('follow', 'submodules and servers of LFS (…/info/lfs) that are fetched with it'),
] as const;

/** The addresses that a flag allows to be followed; a sentence where one of them is none. Undefined: nothing was said. Pure. */
export function followIn(
	{ follow }: Values,
	readFollow: RepoCommands['readFollow'],
): readonly Follow[] | string | undefined {
	if (follow === undefined) return undefined;
	const read = follow === none ? [] : String(follow).split(',').filter(Boolean).map(readFollow);
	const refused = read.find((one) => one.kind === 'refused');
	if (refused?.kind === 'refused') return refused.why;
	const found = read.filter((one) => one.kind !== 'refused');
	return found.filter(({ url }, index) => found.findIndex((one) => one.url === url) === index);
}

/** The wishes with what flags say; undefined: nothing was said. Pure. */
export function wishesIn(values: Values, wishes: Wishes, follow: readonly Follow[] | undefined): unknown {
	if (wishFlags.every(({ name }) => values[name] === undefined)) return undefined;
	const isOn = (name: string, so: boolean) => (values[name] === undefined ? so : values[name] === 'on');
	const all = (name: string, so: readonly string[]) => {
		const value = values[name];
		if (value === undefined) return so;
		return value === none ? [] : [...new Set(String(value).split(',').filter(Boolean))];
	};
	return {
		...wishes,
		indexes: all('indexes', wishes.indexes),
		draft: isOn('draft', wishes.draft),
		fork: isOn('fork', wishes.fork),
		names: isOn('names', wishes.names),
		protected: all('protect', wishes.protected),
		...(follow && { follow }),
	};
}
