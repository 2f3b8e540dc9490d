import type { Logger } from '../../../base/log.ts';
import type { Secrets } from '../../../store/secrets.ts';
import type { SlackSettings } from '../settings.ts';
import { createManyWorkspaces } from './many-workspaces.ts';
import type { OpenInstallations } from './open-installations.ts';
import { createSingleWorkspace } from './single-workspace.ts';

export interface InstallationsDeps {
	readonly settings: Pick<SlackSettings, 'apiUrl' | 'install'>;
	readonly secrets: Secrets;
	readonly log: Logger;
	/** Milliseconds since 1970. */
	readonly now: () => number;
	/** Called when a workspace has installed the app, perhaps again. */
	readonly onInstalled?: (team: string) => void;
}

/** The installations that the settings speak of. Nothing is asked of Slack yet. */
export function createInstallations({ settings, ...rest }: InstallationsDeps): OpenInstallations {
	const { apiUrl, install } = settings;
	switch (install.kind) {
		case 'token':
			return createSingleWorkspace({ ...rest, apiUrl, install });
		case 'oauth':
			return createManyWorkspaces({ ...rest, apiUrl, install });
	}
}
