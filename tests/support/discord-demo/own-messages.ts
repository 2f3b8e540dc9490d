import type { SeenMessage } from '../fake-discord/seen.ts';

/** Custom ids of a message's components, at any depth. Pure. */
export function customIdsOf({ components }: Pick<SeenMessage, 'components'>): string[] {
	return idsIn(components);
}

/** Whether a message offers to stop the running turn. */
export function hasStop(message: Pick<SeenMessage, 'components'>): boolean {
	return customIdsOf(message).includes('stop');
}

function idsIn(value: unknown): string[] {
	if (Array.isArray(value)) return value.flatMap(idsIn);
	if (typeof value !== 'object' || value === null) return [];
	const own = 'custom_id' in value && typeof value.custom_id === 'string' ? [value.custom_id] : [];
	return [...own, ...Object.values(value).flatMap(idsIn)];
}
