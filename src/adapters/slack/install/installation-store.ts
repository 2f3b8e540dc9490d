import type { Installation, InstallationQuery, InstallationStore } from '@slack/oauth';
import { z } from 'zod';
import type { Secrets } from '../../../store/secrets.ts';

const place = z.looseObject({ id: z.string() }).nullish();

/** An installation, as far as it is relied upon; the rest is kept as Slack gave it. */
export const installationSchema = z.looseObject({
	team: place,
	enterprise: place,
	isEnterpriseInstall: z.boolean().optional(),
	user: z.looseObject({ id: z.string() }),
	bot: z
		.looseObject({
			token: z.string(),
			userId: z.string(),
			id: z.string(),
			refreshToken: z.string().optional(),
			/** Seconds since 1970. */
			expiresAt: z.number().optional(),
		})
		.optional(),
});
export type KeptInstallation = z.infer<typeof installationSchema>;

/**
 * Installations among the secrets, each under the id of its team, or of its organisation where it was installed in a whole one.
 * `fetchInstallation` rejects for one that is not there, and with `CorruptFileError`.
 */
export function createInstallationStore(secrets: Secrets): Required<InstallationStore> {
	return {
		async storeInstallation(installation) {
			await secrets.write(secretOf(ownerOf(installation)), installation);
		},
		async fetchInstallation(query) {
			const owner = ownerIn(query);
			const kept = await readInstallation(secrets, owner);
			if (!kept) throw new Error(`No installation is known for "${owner}"`);
			// Slack's package has written it there, and understands it.
			return kept as unknown as Installation<'v2', boolean>;
		},
		async deleteInstallation(query) {
			await secrets.remove(secretOf(ownerIn(query)));
		},
	};
}

/** The installation of a team or an organisation; undefined when there is none. Rejects with `CorruptFileError`. */
export function readInstallation(secrets: Secrets, owner: string): Promise<KeptInstallation | undefined> {
	return secrets.read(secretOf(owner), installationSchema);
}

/** The owner of an installation: its organisation where it was installed in a whole one, else its team. */
export function ownerOf(installation: Pick<Installation, 'team' | 'enterprise' | 'isEnterpriseInstall'>): string {
	const owner = installation.isEnterpriseInstall ? installation.enterprise?.id : installation.team?.id;
	if (owner === undefined) throw new Error('The installation names neither a team nor an organisation');
	return owner;
}

/** How Slack's package asks for the installation of a team (`T…`) or an organisation (`E…`). */
export function queryFor(owner: string): InstallationQuery<boolean> {
	return owner.startsWith('E')
		? { teamId: undefined, enterpriseId: owner, isEnterpriseInstall: true }
		: { teamId: owner, enterpriseId: undefined, isEnterpriseInstall: false };
}

function ownerIn({ isEnterpriseInstall, teamId, enterpriseId }: InstallationQuery<boolean>): string {
	const owner = isEnterpriseInstall ? enterpriseId : teamId;
	if (owner === undefined) throw new Error('The query names neither a team nor an organisation');
	return owner;
}

function secretOf(owner: string): string {
	return `slack-${owner}`;
}
