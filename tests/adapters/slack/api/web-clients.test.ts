import { describe, expect, it } from 'vitest';
import { createWebClients } from '../../../../src/adapters/slack/api/web-clients.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import { startApiServer } from './api-server.ts';
import { oneInstallation } from './one-installation.ts';

describe('createWebClients()', () => {
	it('keeps one client as long as the token stays the same', async () => {
		let token = 'xoxb-one';
		const installations = oneInstallation(() => ({ token }));
		const clientOf = createWebClients({ installations, apiUrl: undefined, log: silentLogger });
		const first = await clientOf('T1');
		expect(await clientOf('T1')).toBe(first);
		expect(await clientOf('T2')).not.toBe(first);
		token = 'xoxb-two';
		expect(await clientOf('T1')).not.toBe(first);
		expect(first.slackApiUrl).toBe('https://slack.com/api/');
	});

	it('lets no token get into the log', async () => {
		await using server = await startApiServer(({ authorization }) => ({
			json: { ok: true, response_metadata: { warnings: [`bad ${authorization} xapp-1-A2-x3 xoxe.xoxb-1-abc`] } },
		}));
		const said: unknown[] = [];
		const keep = (message: string, fields?: unknown) => void said.push(message, fields);
		const log = { ...silentLogger, warn: keep, error: keep, info: keep, debug: keep };
		const client = await createWebClients({ installations: oneInstallation(), apiUrl: server.apiUrl, log })('T1');
		await client.auth.test();
		expect(JSON.stringify(said)).toContain('bad');
		expect(JSON.stringify(said)).not.toMatch(/xoxb-|xapp-|xoxe/);
	});
});
