import { createDiscordRest } from '../../../../src/adapters/discord/api/create-rest.ts';
import { connectGateway } from '../../../../src/adapters/discord/connect/connect.ts';
import { systemClock } from '../../../../src/base/clock.ts';
import { messageOf } from '../../../../src/base/errors.ts';
import { silentLogger } from '../../../../src/base/log.ts';

/** Connects to the gateway that the API at the first argument names; prints what came of it. */
const [apiUrl = '', token = ''] = process.argv.slice(2);
const log = silentLogger;
const rest = createDiscordRest({ token, apiUrl, permissions: [], maxFileBytes: 1000 }, log);
const handlers = { dispatch() {}, begun() {}, lost() {}, opening() {} };
try {
	await using _connection = await connectGateway({
		signal: new AbortController().signal,
		token,
		rest,
		readsContent: false,
		handlers,
		clock: systemClock,
		log,
	});
	process.stdout.write('connected');
} catch (error) {
	process.stdout.write(messageOf(error));
}
