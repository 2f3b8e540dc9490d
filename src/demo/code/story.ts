import { program, testCommand } from '../agent/program.ts';

/** The repository of the demo, as its code host names it. */
export const repositoryName = 'acme/median';

/** Where it lies in the session, below `/workspace`. */
export const workFolder = 'median';

/** All that the default branch holds. */
export const repositoryFiles = {
	...program,
	'AGENTS.md': 'Tests are run by `python3 -m unittest`. Keep to the standard library.\n',
	'.gitignore': '__pycache__/\n',
} as const;

/** As an admin states it: it is run on exactly the tree that is proposed. */
export const statedTest = testCommand;

/** Somebody's words in the thread. */
export const asked = `A test of ${repositoryName} fails. Mend it, and open a pull request.`;

/** The choice that has it pushed, as the question offers it. */
export const yes = 'Open pull request';

/** The coding agent's task. */
export const agentTask = 'Make the tests pass.';
