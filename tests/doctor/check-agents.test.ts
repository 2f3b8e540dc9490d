import { expect, it } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { checkAgents } from '../../src/doctor/check-agents.ts';

it('says what coding agents run in, or how to have them', async () => {
	const config = loadConfig({ AGENTS_MOST: '3', AGENT_CPUS: '1.5' });
	expect(await checkAgents(config, async () => 'localhost/agents:1')).toEqual({
		name: 'coding agents',
		value: '"localhost/agents:1" on the strongest runtime there is, 3 at once, each with 2 GB and 1.5 CPUs',
		met: true,
	});
	const named = loadConfig({ AGENT_RUNTIME: 'runsc', AGENT_MEMORY: '1 GB', AGENTS_MOST: '1' });
	expect((await checkAgents(named, async () => 'i')).value).toBe('"i" on runsc, 1 at once, each with 1 GB and 2 CPUs');
	const none = await checkAgents(config, () => Promise.reject(new Error('none')));
	expect(none).toMatchObject({ met: true, value: 'none: `./threadsmith image agents` builds their image' });
});
