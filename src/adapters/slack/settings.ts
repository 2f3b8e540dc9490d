/** How this process is connected to Slack. */
export interface SlackSettings {
	/** The API's root, ending in `/api/`; undefined: Slack's own. */
	readonly apiUrl: string | undefined;
	readonly install: SingleWorkspace | ManyWorkspaces;
	readonly receive: SocketMode | HttpMode;
	/** User groups that rights depend on, as `T1/S1`: only these are looked up. */
	readonly groups: readonly string[];
	/** Teams and organisations that rights are given in, as `T1`. */
	readonly places?: readonly string[];
	/** The largest file that is handed in or out, bytes. */
	readonly maxFileBytes: number;
	/** The app's id and a configuration token of it, `xoxe.xoxp-…`: only the doctor reads with them how the app is set up. */
	readonly appId?: string;
	readonly configToken?: string;
}

/** One workspace, by the bot's token. */
export interface SingleWorkspace {
	readonly kind: 'token';
	readonly botToken: string;
}

/** Any number of workspaces, installed through OAuth. */
export interface ManyWorkspaces {
	readonly kind: 'oauth';
	readonly clientId: string;
	readonly clientSecret: string;
	readonly stateSecret: string;
	/** Where people reach us, `https://bot.example.com`; its `/slack/oauth_redirect` is the redirect URL. */
	readonly publicUrl: string;
	/** Where the pages of the installation are served when events come over a socket. */
	readonly listen: ListenAddress;
}

export interface SocketMode {
	readonly kind: 'socket';
	readonly appToken: string;
}

export interface HttpMode {
	readonly kind: 'http';
	readonly signingSecret: string;
	readonly listen: ListenAddress;
}

export interface ListenAddress {
	readonly host: string;
	readonly port: number;
}
