/**
 * A source in which no comment tells the linter to look away (`# noqa`, `# ruff: ignore`, `# flake8: noqa`): whoever is checked does not
 * decide what is. Lines and columns stay. What follows a `#` inside a string changes too, which no rule looks at. Pure.
 */
export function withoutSuppressions(source: string): string {
	return source.replaceAll(/#[^\r\n]*/g, (comment) =>
		comment.replaceAll(/noqa/gi, 'note').replaceAll(/ruff/gi, 'note'),
	);
}
