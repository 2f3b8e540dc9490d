import type { ScriptedReply } from '../model-server/script.ts';
import type { Conversation } from '../provider/conversation.ts';
import { type Plan, replyBy } from '../provider/plan.ts';
import { agentTask, repositoryName, statedTest, workFolder } from './story.ts';

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
			{ kind: 'run', command: `cd /workspace && ${statedTest}` },
			{ kind: 'say', text: 'An even count has two numbers in the middle: it takes their mean now.' },
		],
	},
];

/** Plays the Brain, which opens the repository, has the agent work and proposes the change, and the model of the coding agent. */
export function codeDemoScript(agent: string): (conversation: Conversation) => ScriptedReply {
	return (conversation) => (isBrains(conversation) ? brainReply(conversation, agent) : replyBy(plans, conversation));
}

function isBrains({ tools }: Conversation): boolean {
	return tools.some(({ name }) => name === 'forge_tool');
}

const title = 'Take the mean of both middle numbers of an even count';

/** One call after the other; then the last result's own words. */
function brainReply({ turns }: Conversation, agent: string): ScriptedReply {
	const steps: readonly ScriptedReply[] = [
		call('open_repository', { repository: repositoryName }),
		call('bash', { command: `cd /workspace/${workFolder} && ${statedTest}` }),
		call('delegate', { agent, task: agentTask, folder: `/workspace/${workFolder}` }),
		call('propose_changes', {
			repository: repositoryName,
			title,
			description:
				'The median of an even count of numbers is the mean of the two in the middle. It was the larger one.',
		}),
	];
	const results = turns.flatMap((turn) => (turn.role === 'tool' ? [turn.text] : []));
	return steps[results.length] ?? { text: lastWords(results.at(-1) ?? '') };
}

function call(name: string, args: Readonly<Record<string, unknown>>): ScriptedReply {
	return { calls: [{ name, arguments: args }] };
}

/** The address stands in the tool's result alone. */
function lastWords(result: string): string {
	const url = /https:\/\/[^\s)>\]"]+\/pulls?\/\d+/.exec(result)?.[0];
	return url === undefined ? result : `The pull request is open, as a draft: ${url}`;
}
