import { Routes } from 'discord-api-types/v10';
import { createCalls } from '../../../../src/adapters/discord/api/create-calls.ts';
import { createDiscordRest } from '../../../../src/adapters/discord/api/create-rest.ts';
import { createFetchDiscordFile } from '../../../../src/adapters/discord/files/fetch-discord-file.ts';
import { fileRefOf } from '../../../../src/adapters/discord/files/file-refs.ts';
import { systemClock } from '../../../../src/base/clock.ts';
import { messageOf } from '../../../../src/base/errors.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import { createJumpingClock } from '../../../support/jumping-clock.ts';

/** Calls the API whose root is the first argument, uploads a file there, and fetches one; prints what came. */
const [apiUrl = ''] = process.argv.slice(2);
const settings = { token: 'token', apiUrl, permissions: [], maxFileBytes: 1000 };
const clock = createJumpingClock();
const rest = createDiscordRest(settings, silentLogger, systemClock);
const calls = createCalls({ rest, token: settings.token, clock, log: silentLogger });
const fetchFile = createFetchDiscordFile({ calls, settings, clock });
const { signal } = new AbortController();

const me = async () => (await calls.run<{ id: string }>({ method: 'GET', route: Routes.user() }, signal)).id;

async function upload(): Promise<string> {
	const files = [{ name: 'a.txt', data: Buffer.from('content') }];
	const request = { method: 'POST', route: Routes.channelMessages('1'), body: {}, files } as const;
	return (await calls.run<{ id: string }>(request, signal)).id;
}

async function read(): Promise<string> {
	const ref = fileRefOf({ id: '1', filename: 'a.txt', size: 7, url: String(new URL('/f/a.txt', apiUrl)) });
	return Buffer.concat(await Array.fromAsync(fetchFile(ref, signal))).toString();
}

const results = await Promise.allSettled([me(), upload(), read()]);
const words = results.map((result) => (result.status === 'fulfilled' ? result.value : messageOf(result.reason)));
process.stdout.write(JSON.stringify(words));
