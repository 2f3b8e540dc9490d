import type { Past } from '../chat/past.ts';
import type { BuiltIn } from '../sandbox/built-ins.ts';
import type { Sandboxes } from '../sandbox/sandbox.ts';
import { compactContext } from './compaction/tools/compact-context.ts';
import { readBack } from './compaction/tools/read-back.ts';
import { installPackages } from './forge/bash-packages/install-packages.ts';
import type { ForgeDeps } from './forge/forge-deps.ts';
import { forgeTool } from './forge/forge-tool.ts';
import { repairTool } from './forge/repair/repair-tool.ts';
import { scriptTool } from './forge/script/script-tool.ts';
import { createForgeSource } from './forge/use/forge-source.ts';
import { recallTool } from './memory/recall.ts';
import { rememberTool } from './memory/remember.ts';
import type { MemoryDeps } from './memory/shelves.ts';
import type { Tool } from './tool.ts';
import { findTools } from './tool-sources/find-tools.ts';
import type { ToolSource } from './tool-sources/tool-source.ts';
import { useTool } from './tool-sources/use-tool.ts';
import { builtInTool } from './turn/built-in-tools.ts';
import { lookAt } from './turn/look/look-at.ts';
import { askUser } from './turn/talk/ask-user.ts';
import { staySilent } from './turn/talk/stay-silent.ts';
import { readThread } from './turn/thread/read-thread.ts';

/** The Brain's tools by name, in the fixed order in which the model is told of them: built-ins, then the way to those of all sources and to packages, then that to people, then what was said in the thread, then what is remembered, then silence, then those that are offered once there is a use for them. */
export function brainTools(
	builtIns: readonly BuiltIn[],
	forge: ForgeDeps,
	place: Sandboxes['place'],
	past: Past,
	memory: MemoryDeps,
	coding: readonly Tool[] = [],
): ReadonlyMap<string, Tool> {
	const sources: readonly ToolSource[] = [createForgeSource(forge)];
	const tools = [
		...builtIns.map(builtInTool),
		lookAt(place),
		findTools(sources, forge.meaning),
		useTool(sources),
		forgeTool(forge),
		installPackages(forge.packages),
		askUser,
		readThread(past),
		rememberTool(memory),
		recallTool(memory),
		staySilent,
		scriptTool(forge),
		repairTool(forge),
		compactContext,
		readBack,
		...coding,
	];
	return new Map(tools.map((tool) => [tool.spec.name, tool]));
}
