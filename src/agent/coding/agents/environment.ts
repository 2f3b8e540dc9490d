import { agentHome, type LaunchFacts } from '../coding-agent.ts';

/** Where the image has an agent's folder. Pure. */
export function folderOf(agent: string): string {
	return `/opt/agents/${agent}`;
}

/**
 * All of the environment that an agent starts with, but for what is its own: nothing of the host's, and nothing that says who asks. Pure.
 *
 * @param own wins over what every agent has
 */
export function environment(own: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
	return {
		HOME: agentHome,
		USER: 'smith',
		SHELL: '/bin/bash',
		PATH: '/usr/local/bin:/usr/bin:/bin',
		LANG: 'C.UTF-8',
		TMPDIR: '/tmp',
		TERM: 'dumb',
		NO_COLOR: '1',
		GIT_PAGER: 'cat',
		...own,
	};
}

/** Values for the policies of the image (deploy/agents/etc), which name them. Pure. */
export function policyValues({ key, model, baseUrl, asking }: LaunchFacts): Readonly<Record<string, string>> {
	return {
		THREADSMITH_GATEWAY: baseUrl,
		THREADSMITH_KEY: key,
		THREADSMITH_MODEL: model,
		THREADSMITH_EDITS: asking ? 'ask' : 'allow',
	};
}
