/** Words that GitHub, Gitea and GitLab take for "this closes that", with and without a colon. Source: the "closing pattern" page of each one's handbook. */
const closing =
	/^(?:clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?|reopen(?:s|ed)?):?$/i;

/** Whether an issue's name behind this word is closed or opened with it. Pure. */
export function isClosing(word: string): boolean {
	return closing.test(word);
}

/** `ABC-12`: a tracker beside the code host. */
const trackerName = /^[A-Z][A-Z0-9_]{0,9}-[1-9]\d{0,9}$/;

const liveForms: readonly RegExp[] = [
	// A person, a team, a mail address, a commit of another repository.
	/@./,
	// An issue, a pull request, a milestone of another repository: `#12`, `!12`, `acme/app#12`.
	/[#!&]\d/,
	/(?:^|[^0-9a-z])gh-\d/i,
	// Addresses: with a scheme, without one, and of an issue or a commit.
	/:\/\/|(?:^|[^0-9a-z])www\./i,
	/\/(?:issues?|pulls?|merge_requests|commits?|discussions|work_items)\/\w/i,
	// Seven hex digits and more are linked where a commit has them.
	/(?:^|[^0-9a-z])[0-9a-f]{7,64}(?![0-9a-z])/i,
];

/** Whether a word does more on a code host than stand there: it tells somebody, links or closes something. `before`: the word in front of it. Pure, linear. */
export function isLive(word: string, before: string): boolean {
	if (isClosing(before) && trackerName.test(word)) return true;
	return liveForms.some((form) => form.test(word));
}
