import type { SlackRequest } from '../../../../src/adapters/slack/api/calls.ts';
import { createCalls } from '../../../../src/adapters/slack/api/create-calls.ts';
import type { Clock } from '../../../../src/base/clock.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import { createJumpingClock } from '../../../support/jumping-clock.ts';
import type { ApiServer } from './api-server.ts';
import { oneInstallation } from './one-installation.ts';

/** Calls of a server that answers as a test says. */
export function callsOn(
	server: Pick<ApiServer, 'apiUrl'>,
	clock: Clock = createJumpingClock(),
	installations = oneInstallation(),
) {
	return createCalls({ installations, apiUrl: server.apiUrl, log: silentLogger, clock });
}

/** A request that is not repeated. */
export function post(text: string, channel = 'C1'): SlackRequest<unknown> {
	const send: SlackRequest<unknown>['send'] = (client) => client.chat.postMessage({ channel, text });
	return { method: 'chat.postMessage', team: 'T1', channel, repeat: 'never', send };
}
