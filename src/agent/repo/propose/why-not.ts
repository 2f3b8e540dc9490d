import type { CodeHost, RepositoryFacts } from '../../../git/code-host/code-host.ts';
import type { Committed } from '../../../git/git.ts';
import type { Access } from '../../../git/repository.ts';
import { root } from '../open/guest-folder.ts';
import { asCode, sentence } from '../safe-words.ts';
import type { Scene } from './scene.ts';

/** Why nothing could come of it, before anything is done. Rejects with the signal's reason. */
export async function whyNotNow(
	{ repository, credential }: Access,
	host: CodeHost | undefined,
	signal: AbortSignal,
): Promise<string | undefined> {
	const { name } = repository;
	if (credential === undefined)
		return `${name} takes no changes here: it is read without a credential. An admin gives it one by /repo add.`;
	const facts = await host?.look({ repository, credential }, signal);
	if (facts === undefined) return undefined;
	if (facts.kind === 'refused') return `${name} cannot take changes now: ${sentence(facts.why)} Nothing was lost.`;
	return whyNotBy(facts, repository.wishes.fork);
}

function whyNotBy({ path, isArchived, mayPush }: RepositoryFacts, fork: boolean): string | undefined {
	if (isArchived) return `${path} is archived: it takes no changes.`;
	if (mayPush || fork) return undefined;
	return `${path} takes no changes from us: its credential may only read. The operator gives it the right to push, or an admin has it go through a fork.`;
}

/** Why a commit is not put to people. What is found is told by its place alone. Pure. */
export function whyNotShown(
	{ commit, changes, findings }: Committed,
	{ opened, pull }: Pick<Scene, 'opened' | 'pull'>,
): string | undefined {
	if (changes.length === 0 || commit === (pull?.head ?? opened.base))
		return pull ? 'there is nothing new since it was pushed last' : `there are no changes in ${root}/${opened.folder}`;
	const blocking = findings.filter(({ severity }) => severity === 'blocks');
	if (blocking.length === 0) return undefined;
	const lines = blocking
		.slice(0, 20)
		.map(({ path, line, why }) => `- ${asCode(path)}${line === undefined ? '' : `, line ${line}`}: ${why}`);
	const more = blocking.length > 20 ? [`- and ${blocking.length - 20} more`] : [];
	return ['this must not be pushed:', ...lines, ...more, 'Take it out, and propose again.'].join('\n');
}
