import http from 'node:http';
import https from 'node:https';
import { createRequire } from 'node:module';
import type { ClientOptions, WebSocket } from 'ws';

/** Of the package `ws` what its users take. */
interface Package {
	WebSocket: typeof WebSocket;
}

let isDone = false;

/**
 * Has the gateway's sockets go out as Node's own requests do: by the proxy of the environment, where Node was told to use it. discord.js
 * opens them with `ws`, which asks no agent unless it is handed one, and takes the class when it is loaded: so this comes before that.
 */
export function letGatewayUseProxies(): void {
	if (isDone) return;
	isDone = true;
	const ws: Package = createRequire(import.meta.url)('ws');
	ws.WebSocket = new Proxy(ws.WebSocket, {
		construct: (target, [address, protocols, options]: [string | URL, string[], ClientOptions | undefined]) => {
			const agent = new URL(address).protocol === 'wss:' ? https.globalAgent : http.globalAgent;
			const socket = new target(address, protocols, { ...options, agent });
			// An error of a socket that discord.js has turned away from would end the process.
			return socket.on('error', () => undefined);
		},
	});
}
