import { sanitise } from '../../sandbox/guest/sanitise.ts';
import { withoutSkips } from './skip-words.ts';

/**
 * As `inert`, for what is no Markdown where it counts: the message of a commit, the title of a pull request (which becomes one). A mark that would mention
 * or close gets a space behind it, an address loses its scheme. Pure, linear.
 */
export function inertPlain(text: string): string {
	const bare = sanitise(text)
		.replaceAll(/\b(?:https?|ftps?|ssh|git):\/\//gi, '')
		.replaceAll(/:\/\//g, ': //');
	return withoutSkips(bare)
		.replaceAll(/(?<!\w)@(?=[\w-])/g, '@ ')
		.replaceAll(/([#!&])(?=\d)/g, '$1 ')
		.replaceAll(/\bGH-(?=\d)/gi, 'GH ')
		.replaceAll(closingName, '$1, ');
}

/** A closing word in front of a tracker's name, which the trackers beside code hosts read. */
const closingName =
	/\b(clos(?:e[sd]?|ing)|fix(?:e[sd]|ing)?|resolv(?:e[sd]?|ing)|implement(?:s|ed|ing)?|reopen(?:s|ed)?):?[ \t](?=[A-Z][A-Z0-9_]{0,9}-[1-9])/gi;
