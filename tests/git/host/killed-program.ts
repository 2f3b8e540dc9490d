import { createGitRunner } from '../../../src/git/host/run-git.ts';

// Runs a git, with children, that does not end by itself; it is killed with this process.
const [dir = '', network] = process.argv.slice(2);
const args = ['-c', 'alias.probe=!trap "" TERM HUP INT; setsid sleep 600 & sleep 600 & echo begun; wait', 'probe'];
const order = { dir, args, ...(network === 'network' && { network: { protocol: 'https', config: [] } as const }) };
await createGitRunner().run(order, new AbortController().signal);
