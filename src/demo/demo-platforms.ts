import { terminalFacts } from '../adapters/terminal/facts.ts';
import { platforms } from '../platforms.ts';

/** Where the demo is played by itself. */
export const ownPlatform = terminalFacts.name;

/** The play of a coding agent, which is played by itself, too. */
export const agentPlay = 'agent';

/** The play of a repository, up to a pull request. */
export const codePlay = 'code';

/** Those that need no stand-in. */
export const ownPlays: readonly string[] = [ownPlatform, agentPlay, codePlay];

/** Where it can be played, or what else; platforms but its own need a stand-in of their platform. */
export const demoPlatforms: readonly [string, ...string[]] = [
	ownPlatform,
	...platforms.map(({ name }) => name).filter((name) => name !== ownPlatform),
	agentPlay,
	codePlay,
];
