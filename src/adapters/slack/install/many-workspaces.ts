import type { AuthorizeSourceData } from '@slack/bolt';
import { type InstallationStore, InstallProvider } from '@slack/oauth';
import { ProblemError } from '../../../base/errors.ts';
import { createInOrder } from '../../../base/in-order.ts';
import type { Logger } from '../../../base/log.ts';
import type { Secrets } from '../../../store/secrets.ts';
import type { Installation } from '../installations.ts';
import type { ManyWorkspaces } from '../settings.ts';
import { slackLogger } from '../slack-logger.ts';
import {
	createInstallationStore,
	type KeptInstallation,
	ownerOf,
	queryFor,
	readInstallation,
} from './installation-store.ts';
import { NotInstalledError, type OpenInstallations } from './open-installations.ts';

export interface ManyWorkspacesDeps {
	readonly install: ManyWorkspaces;
	/** The API's root; undefined: Slack's own. */
	readonly apiUrl: string | undefined;
	readonly secrets: Secrets;
	readonly log: Logger;
	/** Milliseconds since 1970. */
	readonly now: () => number;
	/** Called when a workspace has installed the app, perhaps again. */
	readonly onInstalled?: (team: string) => void;
}

/** Slack's package renews a token that ends within two hours. */
const renewBeforeMs = 7_200_000;
/** After a renewal that failed, the old token is used for this long before the next try. */
const retryMs = 60_000;

interface Known {
	readonly installation: Installation;
	/** ms since 1970; before it nobody need be asked. */
	readonly goodUntil: number;
}

/**
 * The installations that people made through OAuth. All that reads or changes one of them happens one after another, so that a refresh
 * token, which is good for one use, is never used twice.
 */
export function createManyWorkspaces(deps: ManyWorkspacesDeps): OpenInstallations {
	const { secrets, install, log } = deps;
	const kept = createInstallationStore(secrets);
	const provider = new InstallProvider({
		...install,
		installationStore: kept,
		logger: slackLogger(log, 'Slack OAuth'),
		clientOptions: { ...(deps.apiUrl !== undefined && { slackApiUrl: deps.apiUrl }), timeout: 15_000 },
	});
	const known = new Map<string, Known>();
	const inOrder = createInOrder();

	const lookUp = async (owner: string): Promise<Installation> => {
		const fresh = freshOne(known.get(owner), deps.now());
		if (fresh) return fresh;
		const before = await readInstallation(secrets, owner);
		if (!before?.bot) throw notInstalled(owner, install);
		if (before.bot.refreshToken !== undefined) await provider.authorize(queryFor(owner));
		const found = knownOf(owner, (await readInstallation(secrets, owner)) ?? before, deps.now());
		known.set(owner, found);
		return found.installation;
	};
	const of = async (owner: string): Promise<Installation> =>
		freshOne(known.get(owner), deps.now()) ?? inOrder(owner, () => lookUp(owner));

	const pages: InstallationStore = {
		...kept,
		storeInstallation: (installation) =>
			inOrder(ownerOf(installation), async () => {
				await kept.storeInstallation(installation);
				known.delete(ownerOf(installation));
				log.info('Slack workspace has installed the app', { team: ownerOf(installation) });
				deps.onInstalled?.(ownerOf(installation));
			}),
	};

	return {
		of,
		store: pages,
		start: async () => {},
		async authorize(source) {
			const found = await firstInstalled(ownersIn(source), of);
			if (!found) throw notInstalled(ownersIn(source)[0], install);
			const { team, botUser, botId } = found;
			return { teamId: team, botUserId: botUser, botId };
		},
		remove: (owner) =>
			inOrder(owner, async () => {
				known.delete(owner);
				await secrets.remove(`slack-${owner}`);
				log.info('Slack workspace has removed the app', { team: owner });
			}),
	};
}

function freshOne(known: Known | undefined, now: number): Installation | undefined {
	return known && known.goodUntil > now ? known.installation : undefined;
}

function knownOf(owner: string, { bot, user }: KeptInstallation, now: number): Known {
	if (!bot) throw new Error(`The installation of "${owner}" has no bot`);
	const endsAt = bot.expiresAt === undefined ? Number.POSITIVE_INFINITY : bot.expiresAt * 1000;
	if (endsAt <= now)
		throw new ProblemError(
			`Slack does not renew the token for the workspace "${owner}"`,
			'If this lasts, have somebody there install the app again',
		);
	const installation = { team: owner, botUser: bot.userId, botId: bot.id, token: bot.token, installer: user.id };
	const goodUntil = Math.max(endsAt - renewBeforeMs, Math.min(endsAt, now + retryMs));
	return { installation, goodUntil };
}

function notInstalled(owner: string | undefined, { publicUrl }: ManyWorkspaces): NotInstalledError {
	return new NotInstalledError(owner, `Have somebody there open ${publicUrl.replace(/\/$/, '')}/slack/install`);
}

/** Whose installation it may be for, likeliest first. */
function ownersIn({ teamId, enterpriseId, isEnterpriseInstall }: AuthorizeSourceData<boolean>): string[] {
	const owners = isEnterpriseInstall ? [enterpriseId, teamId] : [teamId, enterpriseId];
	return owners.filter((owner) => owner !== undefined && owner !== null);
}

async function firstInstalled(
	owners: readonly string[],
	of: (owner: string) => Promise<Installation>,
): Promise<Installation | undefined> {
	for (const owner of owners) {
		try {
			return await of(owner);
		} catch (error) {
			if (!(error instanceof NotInstalledError)) throw error;
		}
	}
	return undefined;
}
