import type { ManyWorkspaces, SlackSettings } from '../../../../src/adapters/slack/settings.ts';
import type { FakeSlack } from '../../../support/fake-slack/fake-slack.ts';
import { freePort } from '../../../support/free-port.ts';

/** Settings of an app that is installed in any number of workspaces. */
export async function oauthSettings(slack: FakeSlack, mode: 'socket' | 'http'): Promise<Partial<SlackSettings>> {
	const listen = { host: '127.0.0.1', port: await freePort() };
	const { clientId, clientSecret, appToken, signingSecret } = slack;
	const install: ManyWorkspaces = {
		kind: 'oauth',
		...{ clientId, clientSecret, listen },
		stateSecret: 'any long text',
		publicUrl: `http://127.0.0.1:${listen.port}`,
	};
	const receive =
		mode === 'socket' ? ({ kind: 'socket', appToken } as const) : ({ kind: 'http', signingSecret, listen } as const);
	return { install, receive };
}

/** Somebody of `team` goes through the pages of the installation; answers the last page's status. */
export async function installIn(slack: FakeSlack, { install }: Partial<SlackSettings>, team: string): Promise<number> {
	if (install?.kind !== 'oauth') throw new Error('There are no pages');
	const begun = await fetch(`${install.publicUrl}/slack/install`, { redirect: 'manual' });
	const cookie = (begun.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
	const back = slack.approve(begun.headers.get('location') ?? '', { team });
	const done = await fetch(back, { headers: { cookie }, redirect: 'manual' });
	await done.text();
	return done.status;
}

/** A second workspace, "Umbra": `U21` (Eve), in channel `C21` with the bot. */
export function withSecondTeam(slack: FakeSlack): void {
	slack.addTeam({ id: 'T2', name: 'Umbra' });
	slack.addUser({ id: 'U21', team: 'T2', name: 'eve', realName: 'Eve E' });
	slack.addChannel({ id: 'C21', team: 'T2', members: ['U21'] });
}
