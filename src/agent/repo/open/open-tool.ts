import { z } from 'zod';
import { defineTool, type Tool, type ToolContext, type ToolResult } from '../../tool.ts';
import { accessAt, notHere, repositoriesAt, repositoryNamed } from '../here.ts';
import type { Parts } from '../parts.ts';
import type { RepoDeps } from '../repo-deps.ts';
import { openRepository } from './open-repository.ts';

/** The Brain's way to the files of a repository, and to what was said on its pull request. Offered where one is opened. */
export function openTool(parts: Parts): Tool {
	const tool = defineTool({
		name: 'open_repository',
		description:
			'Put a repository of this channel into /workspace. Again: merges what is new on its branch, and tells the newest comments on your pull request of it.',
		args: z.strictObject({
			repository: z.string().min(1).describe('As acme/app'),
			ref: z.string().min(1).max(250).optional().describe('Branch, tag or commit; default: its default branch'),
		}),
		touches: 'changes',
		ways: ['goes-on'],
		run: (args, context) => run(args, parts, context),
	});
	return { ...tool, isOffered: ({ thread }) => isAnyAt(thread, parts.deps) };
}

/** Whether there is a repository to work on. */
export async function isAnyAt(thread: ToolContext['call']['thread'], deps: RepoDeps): Promise<boolean> {
	return (await repositoriesAt(thread, deps)).length > 0;
}

async function run(
	{ repository: name, ref }: { readonly repository: string; readonly ref?: string | undefined },
	parts: Parts,
	context: ToolContext,
): Promise<ToolResult> {
	const { thread } = context.call;
	const here = await repositoriesAt(thread, parts.deps);
	const found = repositoryNamed(name, here);
	const access = found && (await accessAt(found.id, thread, parts.deps));
	if (!access) return { ok: false, text: notHere(name, here) };
	if (access.lacks !== undefined) return { ok: false, text: access.lacks };
	return await openRepository({ access, ref }, parts, context);
}
