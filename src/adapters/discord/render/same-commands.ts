import type { APIApplicationCommand, RESTPutAPIApplicationCommandsJSONBody } from 'discord-api-types/v10';

/** Discord adds these to a command without being asked. */
const ofDiscord = new Set([
	...['id', 'application_id', 'guild_id', 'version', 'dm_permission', 'default_permission', 'handler'],
	...['name_localized', 'description_localized', 'name_localizations', 'description_localizations'],
]);

/** Whether the app has just these commands, in whatever order Discord answers them. Pure. */
export function sameCommands(
	registered: readonly APIApplicationCommand[],
	wanted: RESTPutAPIApplicationCommandsJSONBody,
): boolean {
	return written(registered) === written(wanted);
}

function written(commands: readonly object[]): string {
	return JSON.stringify(commands.map((command) => JSON.stringify(essence({ type: 1, ...command }))).sort());
}

/** Without what Discord adds, and without what says no more than its absence. */
function essence(value: unknown): unknown {
	if (Array.isArray(value)) {
		const items = value.map(essence);
		// Contexts and kinds of installation have no order; options have.
		return items.every((item) => typeof item === 'number') ? items.sort() : items;
	}
	if (typeof value !== 'object' || value === null) return value;
	const kept = Object.entries(value).filter(([key, inner]) => !ofDiscord.has(key) && !isNothing(inner));
	return Object.fromEntries(
		kept.sort(([one], [other]) => (one < other ? -1 : 1)).map(([key, inner]) => [key, essence(inner)]),
	);
}

function isNothing(value: unknown): boolean {
	return (
		value === undefined ||
		value === null ||
		value === false ||
		value === '' ||
		(Array.isArray(value) && value.length === 0)
	);
}
