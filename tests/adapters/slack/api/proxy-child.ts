import { fetch as fetchBy } from 'undici';
import { createCalls } from '../../../../src/adapters/slack/api/create-calls.ts';
import { socketDispatcher } from '../../../../src/adapters/slack/api/socket-dispatcher.ts';
import { createFetchSlackFile } from '../../../../src/adapters/slack/files/fetch-slack-file.ts';
import { messageOf } from '../../../../src/base/errors.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import { createJumpingClock } from '../../../support/jumping-clock.ts';
import { oneInstallation } from './one-installation.ts';

/** Fetches a file, and a page as the socket would connect, from the API's root in the first argument; prints what came. */
const [apiUrl = ''] = process.argv.slice(2);
const clock = createJumpingClock();
const installations = oneInstallation();
const calls = createCalls({ installations, apiUrl, log: silentLogger, clock });
const fetchFile = createFetchSlackFile({ calls, installations, apiUrl, clock });
const { signal } = new AbortController();

async function read(): Promise<string> {
	const chunks = await Array.fromAsync(fetchFile({ name: 'a.txt', source: 'T1/F1' }, signal));
	return Buffer.concat(chunks).toString();
}

async function bySocket(): Promise<string> {
	const dispatcher = socketDispatcher();
	const answer = await fetchBy(new URL('/socket', apiUrl), { dispatcher });
	const text = await answer.text();
	await dispatcher.close();
	return text;
}

const results = await Promise.allSettled([read(), bySocket()]);
const words = results.map((result) => (result.status === 'fulfilled' ? result.value : messageOf(result.reason)));
process.stdout.write(JSON.stringify(words));
