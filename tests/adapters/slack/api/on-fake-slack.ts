import type { WebClient } from '@slack/web-api';
import type { SlackRequest } from '../../../../src/adapters/slack/api/calls.ts';
import { createCalls, type OpenCalls } from '../../../../src/adapters/slack/api/create-calls.ts';
import { createRoots } from '../../../../src/adapters/slack/api/roots.ts';
import type { Clock } from '../../../../src/base/clock.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import { type FakeSlack, startFakeSlack } from '../../../support/fake-slack/fake-slack.ts';
import type { FakeSlackOptions } from '../../../support/fake-slack/options.ts';
import { createMemoryOutbox } from '../../memory-outbox.ts';
import { oneInstallation } from './one-installation.ts';

/** The fake's time, which jumps to whatever is due next once every call that was begun has been answered. */
function clockOf(slack: FakeSlack, isQuiet: () => boolean): Clock {
	const timers = new Set<{ readonly due: number; readonly then: () => void }>();
	let isWaiting = false;
	const wait = () => {
		if (!isWaiting && timers.size > 0) setImmediate(look);
		isWaiting = timers.size > 0;
	};
	const look = () => {
		isWaiting = false;
		const [next] = [...timers].toSorted((one, other) => one.due - other.due);
		if (next && isQuiet()) {
			timers.delete(next);
			slack.advance(Math.max(0, next.due - slack.now()));
			next.then();
		}
		wait();
	};
	return {
		now: slack.now,
		after(ms, then) {
			const timer = { due: slack.now() + ms, then };
			timers.add(timer);
			wait();
			return () => void timers.delete(timer);
		},
	};
}

/** Calls, and whether none of them is on its way. */
function counted(calls: OpenCalls) {
	let flying = 0;
	const send =
		<T>(request: SlackRequest<T>) =>
		async (client: WebClient) => {
			flying += 1;
			try {
				return await request.send(client);
			} finally {
				flying -= 1;
			}
		};
	return {
		isQuiet: () => flying === 0,
		calls: {
			run: <T>(request: SlackRequest<T>, signal: AbortSignal) => calls.run({ ...request, send: send(request) }, signal),
			[Symbol.asyncDispose]: () => calls[Symbol.asyncDispose](),
		},
	};
}

/** A fake Slack, and our calls of it. */
export async function openOnFakeSlack(options?: FakeSlackOptions) {
	const slack = await startFakeSlack({ timePasses: false, ...options });
	const { botId, botUser, botToken: token, apiUrl } = slack;
	const installations = oneInstallation(() => ({ botId, botUser, token, installer: 'U1' }));
	const clock = clockOf(slack, () => under.isQuiet());
	const under = counted(createCalls({ installations, apiUrl, log: silentLogger, clock }));
	const { calls } = under;
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
