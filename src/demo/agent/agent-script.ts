import type { ScriptedReply } from '../model-server/script.ts';
import type { Conversation } from '../provider/conversation.ts';
import { type Plan, replyBy } from '../provider/plan.ts';
import { programFolder, testCommand } from './program.ts';

/** The coding agent's task. */
export const agentTask = 'Make the tests pass.';

/** As the agent's model would go about it; what the steps come to is nobody's script. */
const plans: readonly Plan[] = [
	{
		when: agentTask,
		steps: [
			{ kind: 'read', path: '/workspace/median.py' },
			{
				kind: 'replace',
				path: '/workspace/median.py',
				before: '    return ordered[middle]\n',
				after:
					'    if len(ordered) % 2 == 0:\n        return (ordered[middle - 1] + ordered[middle]) / 2\n    return ordered[middle]\n',
			},
			{ kind: 'run', command: `cd /workspace && ${testCommand}` },
			{
				kind: 'say',
				text: 'An even count has two numbers in the middle: it takes their mean now. The tests ran after the change.',
			},
		],
	},
];

/** Plays the Brain, which runs the tests and tells what they printed, and the model of the coding agent. */
export function agentDemoScript(conversation: Conversation): ScriptedReply {
	return isBrains(conversation) ? brainReply(conversation) : replyBy(plans, conversation);
}

function isBrains({ tools }: Conversation): boolean {
	return tools.some(({ name }) => name === 'forge_tool');
}

const commands = {
	first: `mkdir -p /workspace/${programFolder} && cp /inputs/*.py /workspace/${programFolder}/ && cd /workspace/${programFolder} && ${testCommand}`,
	again: `cd /workspace/${programFolder} && ${testCommand}`,
} as const;

function brainReply({ turns }: Conversation): ScriptedReply {
	const last = turns.at(-1);
	if (last?.role === 'tool') return { text: `Python's test runner says:\n\n\`\`\`\n${lastLines(last.text)}\n\`\`\`` };
	const asked = turns.filter(({ role }) => role === 'user').length;
	return { calls: [{ name: 'bash', arguments: { command: asked <= 1 ? commands.first : commands.again } }] };
}

function lastLines(text: string): string {
	return text.trimEnd().split('\n').slice(-4).join('\n').replaceAll('```', "'''");
}
