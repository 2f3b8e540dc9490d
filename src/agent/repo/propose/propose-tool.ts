import { defineTool, type Tool, type ToolContext, type ToolOutcome } from '../../tool.ts';
import { accessAt, notHere, repositoriesAt, repositoryNamed } from '../here.ts';
import { isAnyAt } from '../open/open-tool.ts';
import type { Parts } from '../parts.ts';
import { readRepos } from '../state/book.ts';
import { decide } from './decide.ts';
import { endedResult } from './ended.ts';
import { prepare } from './prepare.ts';
import { type Wish, wishSchema } from './wish.ts';

/** The Brain's way out for changes: people are shown them, and a pull request is opened when they say so. Offered where a repository is opened. */
export function proposeTool(parts: Parts): Tool {
	const tool = defineTool({
		name: 'propose_changes',
		description:
			'Show people all that differs in a repository of open_repository, tested, and ask whether it becomes a pull request (or goes on top of yours that is open). Waits for the answer.',
		args: wishSchema,
		touches: 'changes',
		ways: ['goes-on'],
		run: (wish, context) => run(wish, parts, context),
	});
	return { ...tool, isOffered: ({ thread }) => isAnyAt(thread, parts.deps) };
}

/** A call that is run again goes on from what it has kept: what was not asked yet is made anew, what was is pushed as it was shown. */
async function run(wish: Wish, parts: Parts, context: ToolContext): Promise<ToolOutcome> {
	const { call, session } = context;
	const repos = await readRepos(session.folder);
	const known = repos.proposals.find((one) => one.call === call.id);
	if (known?.step === 'ended') return endedResult(known, repos, call.answer?.person.name);
	if (known && known.step !== 'begun' && call.answer) return await decide(known, call.answer, parts, context);
	const here = await repositoriesAt(call.thread, parts.deps);
	const found = repositoryNamed(wish.repository, here);
	const access = found && (await accessAt(found.id, call.thread, parts.deps));
	if (!access) return { ok: false, text: notHere(wish.repository, here) };
	if (access.lacks !== undefined) return { ok: false, text: access.lacks };
	return await prepare(wish, access, parts, context);
}
