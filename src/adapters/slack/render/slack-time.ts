/** A time (ISO 8601) that Slack shows to everybody in their own zone. Pure. */
export function slackTime(at: string): string {
	const seconds = Math.floor(Date.parse(at) / 1000);
	return `<!date^${seconds}^{date_short_pretty} at {time}|${at.slice(0, 16).replace('T', ' ')} UTC>`;
}
