import type { BuiltIn } from '../sandbox/built-ins.ts';
import type { ForgeDeps } from './forge/forge-deps.ts';
import { forgeTool } from './forge/forge-tool.ts';
import { findTools } from './forge/use/find-tools.ts';
import { useTool } from './forge/use/use-tool.ts';
import type { Tool } from './tool.ts';
import { askUser } from './turn/ask-user.ts';
import { builtInTool } from './turn/built-in-tools.ts';

/** The Brain's tools by name, in the fixed order in which the model is told of them: built-ins, then the way to forged ones, then that to people. */
export function brainTools(builtIns: readonly BuiltIn[], forge: ForgeDeps): ReadonlyMap<string, Tool> {
	const tools = [...builtIns.map(builtInTool), findTools(forge), useTool(forge), forgeTool(forge), askUser];
	return new Map(tools.map((tool) => [tool.spec.name, tool]));
}
