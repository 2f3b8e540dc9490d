/**
 * Whether Slack answers with its page to log in instead of a file that is no page itself: status 200, as HTML. That is what it does when
 * the token lacks the scope files:read.
 */
export function isLoginPage(answer: Response): boolean {
	return /^\s*(?:text\/html|application\/xhtml)/i.test(answer.headers.get('content-type') ?? '');
}

/** The same by the first bytes, where the type says nothing: a page that is not as long as the file. Pure. */
export function startsAsPage(first: Uint8Array, answer: Response, size: number | undefined): boolean {
	const length = answer.headers.get('content-length');
	if (size !== undefined && length !== null && Number(length) === size) return false;
	return /^\s*<(?:!doctype html|html)[\s>]/i.test(Buffer.from(first.subarray(0, 200)).toString('latin1'));
}
