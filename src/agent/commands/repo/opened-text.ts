import type { RepositoryFacts } from '../../../git/code-host/code-host.ts';
import type { Fetched } from '../../../git/git.ts';
import type { Repository, RepositoryAddress } from '../../../git/repository.ts';
import type { CommandScene } from '../command.ts';
import { addressText, foundText, whereOpened } from './repo-text.ts';

/** How an operator adds a credential for what lies at an address. Pure. */
export function addHint(place: string, { scheme, host, port, path }: RepositoryAddress): string {
	const kind = scheme === 'ssh' ? ' --kind ssh-key --known-hosts <file>' : '';
	const at = port === undefined ? host : `${host}:${port}`;
	return `\`threadsmith credentials add --place ${place} --host ${at} --repositories ${path}${kind}\``;
}

export interface Opened {
	readonly repository: Repository;
	/** In which it was said; undefined: in none. */
	readonly channel: string | undefined;
	/** It was opened before. */
	readonly isAnew: boolean;
	readonly fetched: Fetched;
	readonly facts: RepositoryFacts | undefined;
	readonly remark: string | undefined;
}

/** Tells an admin what a repository was found to be. Pure. */
export function openedText(
	{ repository, channel, isAnew, fetched, facts, remark }: Opened,
	spell: CommandScene['spell'],
): string {
	const { name, wishes, address } = repository;
	const begun = isAnew ? `Looked at ${name} anew and replaced it` : `Opened ${name}`;
	const unstated = (['setup', 'test'] as const).filter((key) => wishes[key] === undefined);
	const ways = unstated.map((key) => `\`${spell(`repo ${key} ${name} <command>`)}\``).join(' and ');
	return [
		`${begun}: ${addressText(address)}, ${whereOpened(repository, channel)}.`,
		...foundText(fetched, facts),
		pushText(repository, facts, spell),
		...(remark === undefined ? [] : [remark]),
		...(ways === '' ? [] : [`Nothing is said yet of how it is made ready or tested: ${ways}`]),
	].join('\n');
}

function pushText(
	{ name, place, address, credential, codeHost, wishes }: Repository,
	facts: RepositoryFacts | undefined,
	spell: CommandScene['spell'],
): string {
	if (credential === undefined)
		return `Nothing can be pushed, as it is read without a credential. The operator adds one, and then it is added again here: ${addHint(place, address)}`;
	if (facts && !facts.mayPush && !wishes.fork)
		return `The credential ${credential} may not push to it; to push to a fork: \`${spell(`repo set ${name} --fork on`)}\``;
	if (codeHost === 'none') return `Branches are pushed by ${credential}, and pull requests are opened by hand.`;
	return `Pull requests are opened by ${credential}.`;
}
