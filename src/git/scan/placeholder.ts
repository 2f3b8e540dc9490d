/** Whether it only shows the form of a secret: `ghp_xxxxxxxx…`, or the key of a vendor's own handbook (`AKIA…EXAMPLE`). Pure. */
export function isPlaceholder(secret: string): boolean {
	if (/example|placeholder|your[-_]/i.test(secret)) return true;
	// The part behind the vendor's own beginning; dots, hyphens and underscores stand in every one.
	const own = secret.slice(Math.min(10, secret.length >> 1)).replaceAll(/[-_.=]/g, '');
	return new Set(own).size <= 4;
}

/** Shannon's entropy, in bits a character. Pure. */
export function entropyOf(text: string): number {
	const counts = new Map<string, number>();
	for (const unit of text) counts.set(unit, (counts.get(unit) ?? 0) + 1);
	return [...counts.values()].reduce((sum, count) => sum - (count / text.length) * Math.log2(count / text.length), 0);
}
