import type { APIApplicationCommandAutocompleteInteraction } from 'discord-api-types/v10';
import type { CommandInfo } from '../../../agent/commands/syntax/command-info.ts';
import { completeArguments, valuesWith } from '../../../agent/commands/syntax/complete-arguments.ts';
import { raceAbort } from '../../../base/race-abort.ts';
import type { Asker } from '../../../chat/place.ts';
import { audienceIn, type Meeting, personIn, privatePlace } from '../decode/decode-interaction.ts';
import { givenTo } from '../decode/given-arguments.ts';
import { type GivenSubcommand, subcommandIn } from '../decode/option-values.ts';
import { threadAt } from '../thread-keys.ts';
import { respond, responseOf } from './ask/respond.ts';
import type { HandleDeps } from './listen-deps.ts';

/** Discord's limits: https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object-autocomplete */
const mostChoices = 25;
const longestChoice = 100;
/** After three seconds nobody sees them. */
const limitMs = 2000;

/** Offers the values that an argument may have. What cannot be found out in time offers none. */
export async function completeOption(
	meeting: Meeting,
	{ data }: APIApplicationCommandAutocompleteInteraction,
	deps: HandleDeps,
): Promise<void> {
	const values = await valuesFor(meeting, data, deps).catch((error: unknown) => {
		deps.log.info('Values of an argument cannot be offered', { err: error });
		return [];
	});
	const fitting = values.filter((value) => value.length > 0 && value.length <= longestChoice);
	const choices = fitting.slice(0, mostChoices).map((value) => ({ name: value, value }));
	await respond(meeting, responseOf({ kind: 'choices', choices: { choices } }), deps);
}

async function valuesFor(
	meeting: Meeting,
	data: APIApplicationCommandAutocompleteInteraction['data'],
	deps: HandleDeps,
): Promise<readonly string[]> {
	const given = subcommandIn(data);
	const command = deps.commands.find(({ name }) => name === given?.name);
	if (!given || !command) return [];
	const person = await personIn(meeting, deps);
	const thread = threadAt(meeting.inside ?? privatePlace(meeting));
	if (deps.denialOf({ type: 'command', person, thread }) !== undefined) return [];
	const asker = { person, thread, audience: audienceIn(meeting, deps) };
	const limit = AbortSignal.any([deps.signal, AbortSignal.timeout(limitMs)]);
	return await raceAbort(offered(command, given, asker), limit);
}

/** Of the option in which somebody types: of a former version's, the whole text that it may become. */
async function offered(command: CommandInfo, given: GivenSubcommand, asker: Asker): Promise<readonly string[]> {
	const meant = givenTo(command, given);
	const typed = given.values.get(given.focused ?? '');
	if (meant === undefined || typed === undefined) return [];
	if (meant.kind === 'typed') {
		const argument = meant.action.arguments.find(({ name }) => name === given.focused);
		return argument === undefined ? [] : await valuesWith(argument, typed, asker);
	}
	const { hits, on } = await completeArguments(command, typed, asker);
	return hits.map((hit) => `${typed.slice(0, typed.length - on.length)}${hit}`.trimEnd());
}
