/** Whether an address is one that Discord keeps files at. */
export type IsDiscord = (url: URL) => boolean;

/** https://docs.discord.com/developers/reference#signed-attachment-cdn-urls and #image-formatting */
const hosts = ['cdn.discordapp.com', 'media.discordapp.net'];

/** Discord's own hosts over TLS, and the host of the API's root as that root is reached. Never anything else, whatever an answer says. */
export function createIsDiscord(apiUrl: string | undefined): IsDiscord {
	const api = apiUrl === undefined ? undefined : new URL(apiUrl);
	return ({ protocol, host, username }) => {
		if (username !== '') return false;
		if (protocol === 'https:' && hosts.includes(host)) return true;
		return api !== undefined && protocol === api.protocol && host === api.host;
	};
}
