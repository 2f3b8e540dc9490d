/**
 * A whole number with a comma before each three digits: `1,234,567`. By hand, as `toLocaleString` brings five megabytes of language data
 * into memory for it. Pure.
 */
export function groupDigits(count: number): string {
	return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}
