import type { AuthorizeResult, AuthorizeSourceData } from '@slack/bolt';
import type { InstallationStore } from '@slack/oauth';
import { ProblemError } from '../../../base/errors.ts';
import type { Installations } from '../installations.ts';

/** Installations as this process keeps them. */
export interface OpenInstallations extends Installations {
	/** Finds out, at the start, whether there is anything to connect with. Rejects with `ProblemError`. */
	start(): Promise<void>;
	/**
	 * Which installation something that came in is for: its `teamId` is what `Installation` calls `team`. No token is in it. Rejects with
	 * `NotInstalledError`, and with other errors when that cannot be found out now.
	 */
	authorize(source: AuthorizeSourceData<boolean>): Promise<AuthorizeResult>;
	/** Forgets the installation of a team or an organisation. */
	remove(owner: string): Promise<void>;
	/** Where the pages of the installation keep what they are granted; undefined where there are no such pages. */
	readonly store: InstallationStore | undefined;
}

/** The app is not installed there (any more). */
export class NotInstalledError extends ProblemError {
	constructor(owner: string | undefined, mend: string) {
		super(`Threadsmith is not installed in the Slack workspace "${owner ?? 'without a name'}"`, mend);
	}
}
