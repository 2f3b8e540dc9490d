import type { Conversation } from '../conversation.ts';
import type { Step } from '../step.ts';

/** Whether the agent has no tools and takes whole files as text, as Aider does: https://aider.chat/docs/more/edit-formats.html#whole. Pure. */
export function wantsListings({ tools, turns }: Conversation): boolean {
	return tools.length === 0 && turns.some(({ role, text }) => role !== 'assistant' && text.includes('*file listing*'));
}

/** All that a plan writes and says, in one text. Commands are left out: nobody runs them. Pure. */
export function listingOf(steps: readonly Step[]): string {
	return steps.flatMap(partOf).join('\n\n');
}

function partOf(step: Step): readonly string[] {
	if (step.kind === 'say') return [step.text];
	if (step.kind !== 'write') return [];
	const content = step.content.endsWith('\n') ? step.content : `${step.content}\n`;
	// Paths are told below the folder that the agent works in
	return [`${step.path.replace(/^\/workspace\//, '')}\n\`\`\`\n${content}\`\`\``];
}
