import type { Finding } from '../git.ts';
import { assignmentFinding } from './assignments.ts';
import type { LineFinding } from './line-finding.ts';
import { isPlaceholder } from './placeholder.ts';
import { privateKeyAt } from './private-key.ts';
import { secretFileFinding } from './secret-files.ts';
import { type SecretForm, secretForms } from './secret-forms.ts';

/** As many of each severity are told of a file. */
const mostOfAKind = 50;

/**
 * Finds in a text file, or a part of one, all that must not be pushed without a yes, or at all: secrets in lines for which `isAdded` (from 1) is true, and files that are secrets by
 * their name. The secret itself is in no finding. Pure, linear in the text's length.
 */
export function scanFile(path: string, text: string, isAdded: (line: number) => boolean): readonly Finding[] {
	const lines = text.split(/\r\n?|\n/);
	const forms = formsIn(text);
	const found: Finding[] = [...secretFileFinding(path)];
	const counts = new Map<Finding['severity'], number>();
	for (const [index, line] of lines.entries()) {
		const key = privateKeyAt(lines, index, isAdded);
		const own = isAdded(index + 1) ? lineFindings(line, forms) : [];
		for (const finding of [...key, ...own]) {
			const count = (counts.get(finding.severity) ?? 0) + 1;
			counts.set(finding.severity, count);
			if (count <= mostOfAKind) found.push({ ...finding, path, line: index + 1 });
		}
	}
	return found;
}

/** Most files have the sign of few. */
function formsIn(text: string): readonly SecretForm[] {
	const lower = text.toLowerCase();
	return secretForms.filter(({ sign }) => lower.includes(sign));
}

function lineFindings(line: string, forms: readonly SecretForm[]): readonly LineFinding[] {
	const lower = line.toLowerCase();
	const known = forms.filter(({ sign, form }) => lower.includes(sign) && holds(line, form));
	return known.length > 0 ? known.map(findingOf) : assignmentFinding(line);
}

function findingOf({ severity, why }: SecretForm): LineFinding {
	return { severity: severity ?? 'blocks', why };
}

function holds(line: string, form: RegExp): boolean {
	for (const [secret] of line.matchAll(form)) if (!isPlaceholder(secret)) return true;
	return false;
}
