import type { LineFinding } from './line-finding.ts';
import { entropyOf, isPlaceholder } from './placeholder.ts';

/** A name that promises a secret, and what it is set to. Source of the names: gitleaks' rule "generic-api-key". */
const assignment =
	/(?:passw(?:or)?d|passphrase|secret|token|api[_-]?key|access[_-]?key|private[_-]?key|auth[_-]?key|credential)[\w.-]{0,30}["'\]]{0,2}[ \t]{0,4}(?::=|=>|[:=])[ \t]{0,4}["'`]?([\w+/=.~-]{16,200})/gi;

/** Below it, words and names are; it is gitleaks' own bound. */
const leastEntropy = 3.5;

/** A secret that no vendor's form tells: people are told of it. Pure, linear. */
export function assignmentFinding(line: string): readonly LineFinding[] {
	for (const [, value = ''] of line.matchAll(assignment))
		if (looksRandom(value)) return [{ severity: 'tells', why: 'sets something that looks like a secret' }];
	return [];
}

function looksRandom(value: string): boolean {
	const isMixed = /\d/.test(value) && /[A-Za-z]/.test(value);
	// `process.env.API_KEY_2`, `config.token2`: names, not values.
	const isName = /^[A-Za-z_]\w{0,60}(?:\.[A-Za-z_]\w{0,60}){1,10}$/.test(value);
	return isMixed && !isName && !isPlaceholder(value) && entropyOf(value) >= leastEntropy;
}
