/** The address as it may stand in a link of Slack's; undefined for what a browser should not open. Pure. */
export function webAddress(url: string): string | undefined {
	if (!/^(?:https?:\/\/[^\s/]|mailto:[^\s])/i.test(url) || url.length > 3000) return undefined;
	return url.replaceAll(/[\s<>|"]/g, (character) => encodeURIComponent(character));
}
