import { DiscordAPIError, HTTPError } from '@discordjs/rest';
import { Routes } from 'discord-api-types/v10';
import { describe, expect, it } from 'vitest';
import {
	discordCode,
	discordProblem,
	discordSentence,
} from '../../../../../src/adapters/discord/api/problems/discord-sentence.ts';
import { meanings } from '../../../../../src/adapters/discord/api/problems/error-meanings.ts';
import { ProblemError } from '../../../../../src/base/errors.ts';
import { failureOf, openRest } from '../open-rest.ts';

function refusal(code: number, status = 403): DiscordAPIError {
	const raw = { code, message: 'Something' };
	return new DiscordAPIError(raw, code, status, 'POST', 'https://discord.com/api/v10/x', { body: {}, files: [] });
}

describe('the sentence for a failure', () => {
	it.each([
		[50013, 'Cannot post: the bot lacks a permission there. Give its role "Send Messages", '],
		[50001, 'Cannot post: the bot does not see this channel. Give its role "View Channel"'],
		[10003, 'Cannot post: the channel or thread is not there any more. Ask again in a new thread'],
		[160005, 'Cannot post: the thread is locked. Unlock it, or ask again in a new thread'],
		[99999, 'Cannot post: Discord answered with code 99999. Look the code up'],
	])('says what %i means and what to do', (code, beginning) => {
		expect(discordSentence('post', refusal(code)).slice(0, beginning.length)).toBe(beginning);
		expect(discordCode(refusal(code))).toBe(code);
	});

	it('is known for all codes that the adapter meets', () => {
		const met = [
			10003, 10008, 10062, 20016, 20028, 30033, 30046, 40005, 40060, 40333, 50001, 50006, 50007, 50013, 50027, 50035,
			50045, 50083, 50278, 160002, 160004, 160005, 160006, 200000, 240000,
		];
		expect(met.filter((code) => !meanings[code])).toEqual([]);
		for (const { why, mend } of Object.values(meanings)) expect(`${why}${mend}`).not.toMatch(/\.$/);
	});

	it('tells the gate of Discord, a proxy and trouble of Discord apart', async () => {
		await using open = await openRest();
		const { discord, calls, signal } = open;
		const sentenceFor = async (status: number, text: string) => {
			discord.failNext('GET /users/@me', { status, text });
			return discordSentence('ask', await failureOf(calls.run({ method: 'GET', route: Routes.user() }, signal)));
		};
		expect(await sentenceFor(403, '<html>blocked</html>')).toContain("Discord's gate (Cloudflare)");
		expect(await sentenceFor(404, '<html>not here</html>')).toBe(
			'Cannot ask: what answered with status 404 was not Discord. Check DISCORD_API_URL and the proxy',
		);
		expect(discordSentence('ask', new HTTPError(503, 'x', 'GET', 'https://x.test/', { body: {}, files: [] }))).toBe(
			'Cannot ask: Discord answered with status 503. Try again later',
		);
	});

	it('says that Discord cannot be reached, and why', async () => {
		await using open = await openRest({ settings: { apiUrl: 'http://127.0.0.1:1/api' } });
		const { calls, signal } = open;
		const failure = await failureOf(calls.run({ method: 'GET', route: Routes.user() }, signal));
		expect(discordSentence('ask', failure)).toMatch(
			/^Cannot ask: Discord cannot be reached \(.+\)\. Check the connection/,
		);
	});

	it('leaves a problem as it is', () => {
		const problem = new ProblemError('Cannot do it: because', 'Do that');
		expect(discordProblem('ask', problem)).toBe(problem);
	});
});
