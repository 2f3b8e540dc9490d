import type { ScriptedCall } from '../../model-server/script.ts';
import type { OfferedTool } from '../conversation.ts';
import type { Act } from '../step.ts';

/**
 * The step as codex's `apply_patch`, where it is offered as a tool that takes one text:
 * https://github.com/openai/codex/blob/main/codex-rs/apply-patch/apply_patch_tool_instructions.md. A replacement must be of whole lines. Pure.
 */
export function patchFor(step: Act, tools: readonly OfferedTool[]): ScriptedCall | undefined {
	const tool = tools.find(({ kind, name }) => kind === 'custom' && name === 'apply_patch');
	const body = tool === undefined ? undefined : patchOf(step);
	if (tool === undefined || body === undefined) return undefined;
	return { name: tool.name, arguments: `*** Begin Patch\n${body}*** End Patch\n` };
}

function patchOf(step: Act): string | undefined {
	if (step.kind === 'write') return `*** Add File: ${step.path}\n${marked('+', step.content)}`;
	if (step.kind !== 'replace') return undefined;
	return `*** Update File: ${step.path}\n@@\n${marked('-', step.before)}${marked('+', step.after)}`;
}

function marked(mark: string, text: string): string {
	const lines = text.endsWith('\n') ? text.slice(0, -1) : text;
	return lines
		.split('\n')
		.map((line) => `${mark}${line}\n`)
		.join('');
}
