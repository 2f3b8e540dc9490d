import type { Standing } from './admission.ts';

/** Where somebody stands, and why nobody is let in: "3rd of 5 in line; 16 of 16 sandboxes run". Pure. */
export function waitText({ place, of, why }: Standing): string {
	return `${of === 1 ? 'next' : `${ordinal(place)} of ${of}`} in line; ${why}`;
}

function ordinal(count: number): string {
	const teens = count % 100 >= 11 && count % 100 <= 13;
	return `${count}${(teens ? undefined : { 1: 'st', 2: 'nd', 3: 'rd' }[count % 10]) ?? 'th'}`;
}
