/** The app in one workspace, or in a whole organisation. */
export interface Installation {
	/** The team's id; the organisation's for an installation in a whole organisation. */
	readonly team: string;
	/** Of the bot's user: what a mention names. */
	readonly botUser: string;
	/** Of the bot itself: what its messages carry as `bot_id`. */
	readonly botId: string;
	/** Good for at least some minutes from now. */
	readonly token: string;
	/** Who installed it, where that is known. */
	readonly installer?: string;
}

/** The installations of the app. */
export interface Installations {
	/** The one of this team, its token refreshed when it is about to end. Rejects with `ProblemError` where the app is not installed (any more). */
	of(team: string): Promise<Installation>;
}
