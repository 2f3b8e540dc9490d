const units = ['B', 'KB', 'MB', 'GB'];

/** A size in bytes for people: `0 B`, `1.2 KB`, `50 MB` (1 KB is 1,024 bytes). Pure. */
export function sizeText(bytes: number): string {
	const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log2(bytes) / 10));
	const value = bytes / 1024 ** power;
	return `${value >= 10 || power === 0 ? Math.round(value) : value.toFixed(1)} ${units[power]}`;
}
