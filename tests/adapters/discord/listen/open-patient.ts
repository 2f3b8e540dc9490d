import { type FakeDiscord, startFakeDiscord } from '../../../support/fake-discord/fake-discord.ts';
import { createHandClock } from '../../../support/jumping-clock.ts';
import { type OpenListen, type OpenListenOptions, openListen } from './open-listen.ts';

/** A Discord that waits for the answer to what somebody does for as long as it takes a machine with no processor to spare. */
export function startPatientDiscord(): Promise<FakeDiscord> {
	return startFakeDiscord({ timePasses: false });
}

/** The way in, by a clock on which no time passes: what somebody does is answered when it was taken in, and not put off before that. */
export function openPatient(discord: FakeDiscord, options: OpenListenOptions = {}): Promise<OpenListen> {
	return openListen(discord, { clock: createHandClock(discord.now()), ...options });
}
