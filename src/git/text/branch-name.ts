/** `threadsmith/<slug>-<six hex digits>`: a name that git and every code host take. `random`: six hex digits. Pure. */
export function branchName(title: string, random: string): string {
	return `threadsmith/${slugOf(title)}-${random}`;
}

const slugLength = 40;

/** Letters and digits of ASCII, joined by hyphens: nothing in it can be a pattern, an option or another path. */
function slugOf(title: string): string {
	const plain = title.slice(0, 400).normalize('NFKD').toLowerCase();
	const words = plain.replaceAll(/\p{M}/gu, '').match(/[a-z0-9]{1,40}/g) ?? [];
	const slug = words.reduce((name, word) => (name.length + word.length < slugLength ? `${name}-${word}` : name), '');
	return slug.slice(1) || words[0]?.slice(0, slugLength) || 'change';
}
