import { DiscordAPIError } from '@discordjs/rest';
import { describe, expect, it } from 'vitest';
import { isGate, isRefusal } from '../../../../../src/adapters/discord/api/problems/refusal.ts';

/** An answer of Discord's, or, with no code, a page of somebody in between. */
function answered(status: number, code?: number): DiscordAPIError {
	const url = 'https://discord.com/api/v10/channels/1/messages';
	const raw = code === undefined ? { error: 'A page' } : { code, message: 'Trouble' };
	return new DiscordAPIError(raw, code ?? 'A page', status, 'POST', url, {});
}

describe('what Discord answered', () => {
	it.each([
		[400, 50035],
		[403, 50001],
		[403, 50013],
		[404, 10003],
		[400, undefined],
		[413, undefined],
	])('with %i and code %s is refused in this place for good', (status, code) => {
		expect(isRefusal(answered(status, code))).toBe(true);
	});

	it.each([
		[401, 0],
		[401, 50027],
		[429, 20028],
		[500, 0],
		[503, 0],
	])('with %i and code %i is no matter of this place', (status, code) => {
		expect(isRefusal(answered(status, code))).toBe(false);
	});

	it.each([401, 403, 404, 429, 502])('with a page and %i is not from Discord, and no refusal', (status) => {
		expect(isGate(answered(status))).toBe(true);
		expect(isRefusal(answered(status))).toBe(false);
	});

	it.each([
		[403, 40333],
		[400, 40333],
	])('with %i and the code of its gate is no refusal but where the form or size is what is wrong', (status, code) => {
		expect(isRefusal(answered(status, code))).toBe(status === 400);
	});

	it('is no refusal where nothing was answered at all', () => {
		expect(isRefusal(new TypeError('fetch failed'))).toBe(false);
	});
});
