import { type Dispatcher, EnvHttpProxyAgent } from 'undici';

/** Connects the socket: through the proxy that HTTPS_PROXY names unless NO_PROXY excepts the host, else directly. Whoever asks for it closes it. */
export function socketDispatcher(): Dispatcher {
	return new EnvHttpProxyAgent();
}
