import type { FakeSlack } from '../../../support/fake-slack/fake-slack.ts';
import { createHandClock } from '../../../support/jumping-clock.ts';
import { type OpenListen, type OpenListenOptions, openListen } from './open-listen.ts';

/**
 * The ways in, by a clock on which no time passes: whatever somebody does is acknowledged when it was taken in, not after a second in which a
 * machine with no processor to spare has not come to it.
 */
export function openPatient(slack: FakeSlack, options: OpenListenOptions = {}): Promise<OpenListen> {
	return openListen(slack, { clock: createHandClock(Date.now()), ...options });
}
