/**
 * The coding agents, in the order of their layers: those that change least, and that most people want, first.
 *
 * @typedef {object} AgentRow
 * @property {string} name its folder in deploy/agents, its stage in deploy/agents.Containerfile, and what people type
 * @property {string} title
 * @property {readonly string[]} packages what is asked of the index, with exact versions; the lock has the rest
 * @property {string} program what is started, in the image
 * @property {string} licence of the agent, as its package says
 * @property {number} megabytes what its layer takes (10^6 bytes), measured
 * @property {string} needs what it runs on, beside the box
 * @property {string} verdict what was seen of it in the box: docs/agents.md
 */

/** @type {readonly AgentRow[]} */
export const agentRows = [
	{
		name: 'opencode',
		title: 'OpenCode',
		packages: ['opencode-linux-x64@1.18.33'],
		program: '/opt/agents/opencode/node_modules/opencode-linux-x64/bin/opencode',
		licence: 'MIT',
		megabytes: 186,
		needs: 'glibc 2.27',
		verdict: 'runs on runc and runsc',
	},
	{
		name: 'pi',
		title: 'pi',
		packages: ['@earendil-works/pi-coding-agent@1.6.0', 'pi-acp@0.0.34'],
		program: '/opt/agents/pi/node_modules/.bin/pi-acp',
		licence: 'MIT',
		megabytes: 184,
		needs: 'Node 22.19',
		verdict: 'runs on runc and runsc',
	},
	{
		name: 'codex',
		title: 'Codex',
		packages: ['@agentclientprotocol/codex-acp@2.6.0'],
		program: '/opt/agents/codex/node_modules/.bin/codex-acp',
		licence: 'Apache-2.0',
		megabytes: 426,
		needs: 'Node 20',
		verdict: 'runs on runc and runsc',
	},
	{
		name: 'claude',
		title: 'Claude Code',
		packages: ['@agentclientprotocol/claude-agent-acp@0.101.0'],
		program: '/opt/agents/claude/node_modules/.bin/claude-agent-acp',
		licence: 'proprietary (SEE LICENSE IN README.md)',
		megabytes: 422,
		needs: 'Node 22',
		verdict: 'runs on runc and runsc',
	},
	{
		name: 'gemini',
		title: 'Gemini CLI',
		packages: ['@google/gemini-cli@0.61.0'],
		program: '/opt/agents/gemini/node_modules/.bin/gemini',
		licence: 'Apache-2.0',
		megabytes: 100,
		needs: 'Node 20',
		verdict: 'runs on runc and runsc',
	},
	{
		name: 'qwen',
		title: 'Qwen Code',
		packages: ['@qwen-code/qwen-code@0.24.4'],
		program: '/opt/agents/qwen/node_modules/@qwen-code/qwen-code/cli.js',
		licence: 'Apache-2.0',
		megabytes: 128,
		needs: 'Node 22',
		verdict: 'runs on runc and runsc',
	},
	{
		name: 'copilot',
		title: 'GitHub Copilot',
		packages: ['@github/copilot-linux-x64@1.0.102'],
		program: '/opt/agents/copilot/node_modules/@github/copilot-linux-x64/copilot',
		licence: 'proprietary (SEE LICENSE IN LICENSE.md)',
		megabytes: 198,
		needs: 'glibc 2.28',
		verdict: 'runs on runc and runsc',
	},
	{
		name: 'aider',
		title: 'Aider',
		packages: ['aider-chat==0.86.2'],
		program: '/opt/agents/aider/aider',
		licence: 'Apache-2.0',
		megabytes: 659,
		needs: 'Python 3.11, which comes along',
		verdict: 'runs on runc and runsc',
	},
];

/** Agents that no image has, each with the sentence that people see. */
export const refusedAgents = [
	{
		name: 'cursor',
		title: 'Cursor',
		why: 'Cursor’s agent speaks to its vendor’s servers alone: it cannot be given the gateway, and no key of a provider enters a sandbox.',
	},
];
