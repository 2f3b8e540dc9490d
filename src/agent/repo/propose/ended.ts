import type { ToolContext, ToolResult } from '../../tool.ts';
import type { Parts } from '../parts.ts';
import { sentence } from '../safe-words.ts';
import { readRepos } from '../state/book.ts';
import { keptName, type Proposal, type Pull, type Repos, withProposal } from '../state/repos-state.ts';

export type End = NonNullable<Proposal['end']>;

/** Ends a proposal; what is not pushed is forgotten. Answers the result for the Brain, the same when it is asked for again. */
export async function endProposal(
	proposal: Proposal,
	ended: { readonly end: End; readonly why?: string },
	parts: Parts,
	{ session, call }: ToolContext,
): Promise<ToolResult> {
	if (ended.end !== 'opened') await forgetCommit(proposal, session.folder.id, parts, await readRepos(session.folder));
	const over: Proposal = { ...proposal, ...ended, step: 'ended' };
	const repos = await parts.book.change(session.folder, (now) => withProposal(now, over));
	return endedResult(over, repos, call.answer?.person.name);
}

/** Lets the mirror forget a proposal's commit. Nothing happens where the repository is there no more: its mirror went with it. */
export async function forgetCommit(
	proposal: Pick<Proposal, 'count' | 'repository'>,
	session: string,
	{ deps }: Pick<Parts, 'deps'>,
	repos: Repos,
): Promise<void> {
	const opened = repos.opened.find(({ repository }) => repository === proposal.repository);
	const access = opened && (await deps.repositories.access(opened.place, opened.repository));
	if (access) await (await deps.git()).drop(access.repository, keptName(session, proposal));
}

/** The end of a proposal, for the Brain. `by`: who has answered. Pure. */
export function endedResult(proposal: Proposal, repos: Repos, by?: string): ToolResult {
	const { ok, text } = endOf(proposal, repos, by);
	return { ok, text: proposal.tested === undefined ? text : `${text}\n${proposal.tested}` };
}

function endOf(proposal: Proposal, { opened }: Repos, by = 'A person'): ToolResult {
	const { end, why } = proposal;
	const found = opened.find(({ repository }) => repository === proposal.repository);
	const folder = `/workspace/${found?.folder ?? ''}`;
	const stay = `Nothing was pushed; the files in ${folder} are as they were.`;
	switch (end) {
		case 'opened':
			return { ok: true, text: openedText(proposal, found?.pull, why) };
		case 'dropped':
			return { ok: true, text: `${by} does not want it: dropped. ${stay}` };
		case 'again':
			return {
				ok: true,
				text: `${by} wants more work on it before it is proposed. ${stay} Unless it was said what, ask.`,
			};
		case 'expired':
			return { ok: false, text: `Nobody answered in time, so that it was not proposed. ${stay}` };
		default:
			return { ok: false, text: `Not proposed: ${sentence(why ?? 'it was withdrawn')} ${stayed(proposal, folder)}` };
	}
}

/** Of a push whose answer was lost, with what the server has now, nobody knows. */
function stayed({ tried }: Proposal, folder: string): string {
	const pushed = tried ? 'As far as is known nothing was pushed' : 'Nothing was pushed';
	return `${pushed}; the files in ${folder} are as they were.`;
}

function openedText({ branch, onTo }: Proposal, pull: Pull | undefined, why: string | undefined): string {
	if (pull === undefined || pull.branch !== branch) return `Pushed to the branch ${branch}.`;
	const name = pull.number === undefined ? `the branch ${branch}` : `pull request #${pull.number} (${pull.url ?? ''})`;
	const news = 'What is said on it is told in the thread, and to you by open_repository.';
	if (pull.state === 'by-hand')
		return `Pushed to the branch ${branch}. ${sentence(why ?? 'People open the pull request by hand')}`;
	if (pull.state === 'opening')
		return `Pushed to the branch ${branch}. The pull request cannot be opened yet: ${sentence(why ?? 'its host does not take it')} It is tried again by itself, and told in the thread; do nothing more for it.`;
	if (onTo !== undefined) return `Pushed on top of ${name}.${why === undefined ? '' : ` ${sentence(why)}`} ${news}`;
	return `Opened as ${pull.draft ? 'a draft, ' : ''}${name}. ${news}`;
}
