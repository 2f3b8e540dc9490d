/** Whether a URL leads to Slack, so that the token may go with it. */
export type IsSlack = (url: URL) => boolean;

/**
 * Slack's own hosts over TLS, and the host of the API's root (with its `files.`) as that root is reached. Never anything else, whatever
 * an answer says.
 */
export function createIsSlack(apiUrl: string | undefined): IsSlack {
	const api = apiUrl === undefined ? undefined : new URL(apiUrl);
	return ({ protocol, host, username }) => {
		if (username !== '') return false;
		if (protocol === 'https:' && ['slack.com', 'files.slack.com'].includes(host)) return true;
		return api !== undefined && protocol === api.protocol && [api.host, `files.${api.host}`].includes(host);
	};
}
