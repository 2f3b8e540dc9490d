/** Between brackets, these words keep a pipeline from running. Most have at most 20 characters. */
const bracketed = /\[([^[\]\n]{0,40})\]/g;

const skips = /\bskip\b|\bno[ -]ci\b|azpskip|azurepipelines skip/i;

/**
 * Text without the words by which a push tells GitHub, GitLab, Gitea and others to run no checks: they count wherever they stand in a message, in
 * code too. Sources: docs.github.com "Skipping workflow runs", docs.gitlab.com "Skip a pipeline", Gitea's `SKIP_WORKFLOW_STRINGS`, Azure's `***NO_CI***`.
 * Pure, linear.
 */
export function withoutSkips(text: string): string {
	return text
		.replaceAll(bracketed, (whole, inner: string) => (skips.test(inner) ? `(${inner})` : whole))
		.replaceAll(/\*{3}(no_ci)\*{3}/gi, '$1')
		.replaceAll(/\bskip-checks:/gi, 'skip-checks,');
}
