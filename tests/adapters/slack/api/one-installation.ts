import type { Installation, Installations } from '../../../../src/adapters/slack/installations.ts';

export const installation: Installation = {
	team: 'T1',
	botUser: 'UBOT',
	botId: 'B1',
	token: 'xoxb-first',
	installer: 'UINST',
};

/** The same installation for every team, unless `change` says otherwise. */
export function oneInstallation(change: (team: string) => Partial<Installation> = () => ({})): Installations {
	return { of: async (team) => ({ ...installation, team, ...change(team) }) };
}
