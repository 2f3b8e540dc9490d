import { createCalls } from '../../../../src/adapters/slack/api/create-calls.ts';
import { createRoots } from '../../../../src/adapters/slack/api/roots.ts';
import type { Clock } from '../../../../src/base/clock.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import { type FakeSlack, startFakeSlack } from '../../../support/fake-slack/fake-slack.ts';
import type { FakeSlackOptions } from '../../../support/fake-slack/options.ts';
import { createMemoryOutbox } from '../../memory-outbox.ts';
import { oneInstallation } from './one-installation.ts';

/** The fake's time, which jumps to whatever is due next. */
function clockOf(slack: FakeSlack): Clock {
	return {
		now: slack.now,
		after(ms, then) {
			const due = slack.now() + ms;
			const immediate = setImmediate(() => {
				slack.advance(Math.max(0, due - slack.now()));
				then();
			});
			return () => clearImmediate(immediate);
		},
	};
}

/** A fake Slack, and our calls of it. */
export async function openOnFakeSlack(options?: FakeSlackOptions) {
	const slack = await startFakeSlack(options);
	const { botId, botUser, botToken: token, apiUrl } = slack;
	const installations = oneInstallation(() => ({ botId, botUser, token, installer: 'U1' }));
	const clock = clockOf(slack);
	const calls = createCalls({ installations, apiUrl, log: silentLogger, clock });
	return {
		slack,
		/** The `ts` of a new message of Ada's in `C1`. Nobody takes its events, so that nobody waits for that. */
		root() {
			slack
				.as('U1')
				.say('C1', 'the root')
				.catch(() => {});
			return slack.messages('C1').at(-1)?.ts ?? '';
		},
		deps: {
			...{ calls, roots: createRoots({ calls, clock }), installations, clock, apiUrl, log: silentLogger },
			outbox: createMemoryOutbox(),
		},
		async [Symbol.asyncDispose]() {
			await calls[Symbol.asyncDispose]();
			await slack[Symbol.asyncDispose]();
		},
	};
}
