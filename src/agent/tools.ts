import type { BuiltIn } from '../sandbox/built-ins.ts';
import { forgeTool } from './forge/forge-tool.ts';
import { findTools, useTool } from './forge/use-tools.ts';
import type { Model } from './model/model.ts';
import type { Tool } from './tool.ts';
import { builtInTool } from './turn/built-in-tools.ts';

/** The Brain's tools by name, in the fixed order in which the model is told of them: built-ins, then the way to forged ones. */
export function brainTools(builtIns: readonly BuiltIn[], coder: Model): ReadonlyMap<string, Tool> {
	const tools = [...builtIns.map(builtInTool), findTools, useTool, forgeTool(coder)];
	return new Map(tools.map((tool) => [tool.spec.name, tool]));
}
