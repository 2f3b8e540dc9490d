import { DiscordAPIError, HTTPError, RateLimitError } from '@discordjs/rest';
import { messageOf } from '../../../../base/errors.ts';
import { createSentences, type Meaning } from '../../../platform-trouble.ts';
import { meanings } from './error-meanings.ts';

/** Of Discord's gate (Cloudflare), which has not let the request through to Discord. */
const gateCode = 40333;

/** Discord's own code for why it refused (10003); undefined for any other failure. */
export function discordCode(error: unknown): number | undefined {
	const code = error instanceof DiscordAPIError ? error.code : undefined;
	return typeof code === 'number' && code !== gateCode ? code : undefined;
}

/** Failed requests of Discord in words for people. */
export const { problemOf: discordProblem, sentenceOf: discordSentence } = createSentences(meaningOf);

function meaningOf(error: unknown): Meaning {
	if (error instanceof RateLimitError) {
		return { why: 'Discord takes no more requests for a moment', mend: 'Try again in a moment' };
	}
	if (error instanceof DiscordAPIError) return refusal(error);
	if (error instanceof HTTPError)
		return { why: `Discord answered with status ${error.status}`, mend: 'Try again later' };
	return { why: networkReason(error), mend: 'Check the connection to Discord, and try again' };
}

function refusal(error: DiscordAPIError): Meaning {
	const known = meanings[Number(error.code)];
	if (known) return known;
	const code = discordCode(error);
	if (code !== undefined && code > 0) {
		return { why: `Discord answered with code ${code}`, mend: 'Look the code up in the documentation of Discord' };
	}
	return statusMeaning(error);
}

/** Without a code of Discord's: its HTTP layer, its gate (Cloudflare), or somebody between us and Discord. */
function statusMeaning({ status, code }: DiscordAPIError): Meaning {
	const isPage = typeof code !== 'number';
	if (status === 401)
		return { why: "the bot's token is not valid", mend: 'Set the token of the page "Bot" of the app as DISCORD_TOKEN' };
	if (isPage && (status === 403 || status === 429)) {
		return {
			why: `what answered with status ${status} was Discord's gate (Cloudflare), which blocks this machine's address, or a proxy`,
			mend: 'Check the proxy, and try again in an hour',
		};
	}
	if (isPage)
		return { why: `what answered with status ${status} was not Discord`, mend: 'Check DISCORD_API_URL and the proxy' };
	return { why: `Discord answered with status ${status}`, mend: 'Try again later' };
}

function networkReason(error: unknown): string {
	const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
	if (error instanceof Error && error.name === 'TimeoutError') return 'Discord has not answered in time';
	return error instanceof TypeError ? `Discord cannot be reached (${messageOf(cause)})` : messageOf(error);
}
