import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createEmulator, type Emulator } from 'emulate';

/** A Slack that others wrote, the npm package `emulate`, with one workspace, one person and the bot. */
export interface EmulatedSlack extends AsyncDisposable {
	/** The root of its API. */
	readonly apiUrl: string;
	/** Sends the workspace's events to this address, signed. */
	sendEventsTo(url: string): void;
	/** The answers to the events so far. */
	answers(): readonly (number | null)[];
}

export const emulated = {
	botToken: 'xoxb-emulated',
	userToken: 'xoxp-emulated',
	signingSecret: 'emulated-secret',
	channel: 'C000000001',
} as const;

/** The part of the package's dispatcher that has no door in its API. */
interface Webhooks {
	register(subscription: { url: string; events: string[]; active: boolean; owner: string }): unknown;
	getDeliveries(): readonly { readonly status_code: number | null }[];
}

interface Plugin {
	register(app: unknown, store: unknown, webhooks: Webhooks, ...rest: unknown[]): void;
}

/** Starts it on loopback. Its events have no subscription in its API: the plugin is asked for its dispatcher when it is registered. */
export async function startEmulatedSlack(): Promise<EmulatedSlack> {
	const plugin = await slackPlugin();
	const register = plugin.register;
	let webhooks: Webhooks | undefined;
	plugin.register = (app, store, given, ...rest) => {
		webhooks = given;
		register.call(plugin, app, store, given, ...rest);
	};
	const emulator: Emulator = await createEmulator({ service: 'slack', seed: { slack: seed } });
	plugin.register = register;
	const events = webhooks;
	if (!events) throw new Error('The emulator did not register its Slack');
	return {
		apiUrl: `${emulator.url}/api/`,
		sendEventsTo: (url) => void events.register({ url, events: ['*'], active: true, owner: 'slack' }),
		answers: () => events.getDeliveries().map((delivery) => delivery.status_code),
		[Symbol.asyncDispose]: () => emulator.close(),
	};
}

const scopes =
	'app_mentions:read channels:history channels:read chat:write files:read files:write reactions:write users:read';
const seed = {
	team: { name: 'Emulated', domain: 'emulated' },
	users: [{ name: 'ada', real_name: 'Ada' }],
	oauth_apps: [
		{ client_id: '1.1', client_secret: 'x', name: 'Threadsmith', redirect_uris: [], scopes, bot_name: 'threadsmith' },
	],
	tokens: [
		{ token: emulated.botToken, user: 'threadsmith', type: 'bot', scopes },
		{ token: emulated.userToken, user: 'ada', scopes },
	],
	signing_secret: emulated.signingSecret,
};

/** The plugin stands in a chunk of the package whose name changes with each version. */
async function slackPlugin(): Promise<Plugin> {
	const folder = join(import.meta.dirname, '../../node_modules/emulate/dist');
	for (const name of (await readdir(folder)).filter((file) => file.endsWith('.js'))) {
		if ((await readFile(join(folder, name), 'utf8')).includes('var slackPlugin')) {
			const { slackPlugin: plugin } = await import(pathToFileURL(join(folder, name)).href);
			return plugin;
		}
	}
	throw new Error('The package "emulate" has no Slack');
}
