import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { CheckRow } from '../../../src/adapters/check-row.ts';
import { checkSlack } from '../../../src/adapters/slack/check.ts';
import type { SlackSettings } from '../../../src/adapters/slack/settings.ts';
import { type FakeSlack, startFakeSlack } from '../../support/fake-slack/fake-slack.ts';
import { allScopes } from '../../support/fake-slack/options.ts';
import { settingsFor } from './listen/open-listen.ts';

const file = join(import.meta.dirname, '../../../deploy/slack-manifest.json');
const manifest = JSON.parse(await readFile(file, 'utf8'));

async function rows(slack: FakeSlack, changes: Partial<SlackSettings> = {}): Promise<Record<string, CheckRow>> {
	const found = await checkSlack(settingsFor(slack, changes), new AbortController().signal);
	return Object.fromEntries(found.map((row) => [row.name, row]));
}

describe('the check of an app', () => {
	it('finds nothing to mend where everything is as it should be', async () => {
		await using slack = await startFakeSlack({ manifest });
		const { appId, configToken } = slack;
		const found = await rows(slack, { appId, configToken });
		expect(Object.keys(found)).toEqual(['slack token', 'slack scopes', 'slack app token', 'slack events']);
		expect(Object.values(found).filter(({ ok }) => !ok)).toEqual([]);
		expect(found['slack token']?.text).toBe('smith in Acme (T1)');
	});

	it('names rules of workspaces that the app is not in, and how people of others are named', async () => {
		await using slack = await startFakeSlack();
		const { ok, text, mend } = (await rows(slack, { places: ['T1', 'T9'] }))['slack rights'] ?? {};
		expect(ok).toBe(false);
		expect(text).toContain('name T9, where the app is not installed');
		expect(mend).toContain('slack:T1/U0123');
		expect(await rows(slack, { places: ['T1'] })).not.toHaveProperty('slack rights');
	});

	it('names each scope that is missing, and what fails without it', async () => {
		await using slack = await startFakeSlack({ scopes: allScopes.filter((scope) => !scope.startsWith('files:')) });
		const { ok, text, mend } = (await rows(slack))['slack scopes'] ?? {};
		expect(ok).toBe(false);
		expect(text).toBe(
			'files:read is missing: files that people share cannot be read; files:write is missing: files cannot be handed back',
		);
		expect(mend).toContain('Reinstall');
	});

	it('wants the scope for user groups only where rights depend on them', async () => {
		await using slack = await startFakeSlack({ scopes: allScopes.filter((scope) => scope !== 'usergroups:read') });
		expect((await rows(slack))['slack scopes']?.ok).toBe(true);
		expect((await rows(slack, { groups: ['T1/S1'] }))['slack scopes']?.text).toContain('usergroups:read');
	});

	it('says which token is wrong, and shows none', async () => {
		await using slack = await startFakeSlack();
		const found = await rows(slack, {
			install: { kind: 'token', botToken: 'xoxb-secret-1' },
			receive: { kind: 'socket', appToken: 'xapp-secret-2' },
		});
		expect(found['slack token']).toMatchObject({ ok: false, mend: expect.stringContaining('into SLACK_BOT_TOKEN') });
		expect(found['slack app token']).toMatchObject({ ok: false, mend: expect.stringContaining('SLACK_APP_TOKEN') });
		expect(JSON.stringify(found)).not.toMatch(/secret-/);
	});

	it('looks at the form of the signing secret', async () => {
		await using slack = await startFakeSlack();
		const listen = { host: '127.0.0.1', port: 3000 };
		const withSecret = async (signingSecret: string) =>
			(await rows(slack, { receive: { kind: 'http', signingSecret, listen } }))['slack signing secret']?.ok;
		expect(await withSecret('0123456789abcdef0123456789abcdef')).toBe(true);
		expect(await withSecret('xoxb-1')).toBe(false);
	});

	it('tries whether it can listen where Slack is to reach it, and leaves that free', async () => {
		await using slack = await startFakeSlack();
		const taken = createServer();
		await once(taken.listen(0, '127.0.0.1'), 'listening');
		const address = taken.address();
		const port = typeof address === 'object' && address ? address.port : 0;
		const signingSecret = '0123456789abcdef0123456789abcdef';
		const receive = { kind: 'http', signingSecret, listen: { host: '127.0.0.1', port } } as const;
		const busy = (await rows(slack, { receive }))['slack address'];
		expect(busy).toMatchObject({ ok: false, text: expect.stringContaining('another program listens there') });
		expect(busy?.mend).toContain('SLACK_LISTEN');
		taken.close();
		await once(taken, 'close');
		const free = { name: 'slack address', ok: true, text: `127.0.0.1:${port} is free to listen at` };
		expect((await rows(slack, { receive }))['slack address']).toEqual(free);
		expect((await rows(slack, { receive }))['slack address']).toEqual(free);
		expect(await rows(slack)).not.toHaveProperty('slack address');
	});

	it('says that events were not checked, and how they could be', async () => {
		await using slack = await startFakeSlack();
		expect((await rows(slack))['slack events']).toMatchObject({
			ok: true,
			text: expect.stringMatching(/^not checked/),
		});
	});

	it('names what is missing in the app’s manifest, or why that cannot be read', async () => {
		const without = structuredClone(manifest);
		without.features.slash_commands = [];
		await using slack = await startFakeSlack({ manifest: without });
		const { appId, configToken } = slack;
		const found = await rows(slack, { appId, configToken });
		expect(found['slack events']).toMatchObject({ ok: false, text: expect.stringContaining('/smith') });
		const other = await rows(slack, { appId: 'A9', configToken });
		expect(other['slack events']).toMatchObject({ ok: false, text: expect.stringContaining('manifest') });
	});

	it('says of a configuration token that Slack refuses what to do about it, and of none to install the app again', async () => {
		await using slack = await startFakeSlack({ manifest });
		const { appId, botToken } = slack;
		const expired = [
			/lives for 12 hours/,
			/https:\/\/api\.slack\.com\/apps, under "Your App Configuration Tokens"/,
		] as const;
		const seen = async (configToken: string) => (await rows(slack, { appId, configToken }))['slack events'];
		for (const [token, [why, mend]] of [
			['xoxe.xoxp-1-mistyped', expired],
			[botToken, [/is not a configuration token/, expired[1]]],
		] as const) {
			const row = await seen(token);
			expect(row).toMatchObject({ ok: false, text: expect.stringMatching(why), mend: expect.stringMatching(mend) });
			expect(row?.mend).not.toContain('nstall');
		}
	});
});
