import {
	type APIApplicationCommandAutocompleteInteraction,
	type APIChatInputApplicationCommandInteraction,
	ApplicationCommandOptionType,
} from 'discord-api-types/v10';
import { type Command, whenOf } from '../../../agent/commands/command.ts';
import { raceAbort } from '../../../base/race-abort.ts';
import { audienceOf } from '../decode/channel.ts';
import { type Meeting, personIn, privatePlace } from '../decode/decode-interaction.ts';
import { type GivenSubcommand, subcommandIn } from '../decode/option-values.ts';
import { askName, promptOption } from '../render/commands.ts';
import { threadAt } from '../thread-keys.ts';
import { handleAsk } from './ask/handle-ask.ts';
import { answerWith, type Ending, respond, responseOf, says } from './ask/respond.ts';
import type { HandleDeps } from './listen-deps.ts';

/** Takes in a slash command: something that is asked, or one of the core's commands, which is answered for the person's eyes only. */
export async function handleSlash(
	meeting: Meeting,
	{ data }: APIChatInputApplicationCommandInteraction,
	deps: HandleDeps,
): Promise<void> {
	const given = subcommandIn(data);
	if (given?.name === askName) {
		await handleAsk(meeting, { text: given.values.get(promptOption) ?? '', files: given.files }, deps);
		return;
	}
	const command = deps.commands.find(({ info }) => info.name === given?.name);
	if (!given || !command) return await answerWith(meeting, 'says', async () => says(unknownCommand), deps);
	await handleCommand(meeting, given, command, deps);
}

const unknownCommand = 'I do not know this command any more. Discord shows the new ones in a moment.';

/** What the core says to it is shown through the interaction. */
async function handleCommand(
	meeting: Meeting,
	{ values }: GivenSubcommand,
	command: Command,
	deps: HandleDeps,
): Promise<void> {
	const { key, at, inside } = meeting;
	const { info, args } = command;
	const [text = ''] = values.values();
	// What runs in order changes the session under everyone.
	const reply = {
		...meeting.reply,
		deferred: true,
		forAll: inside !== undefined && whenOf(command, text) === 'in-order',
	};
	const give = async (): Promise<Ending> => {
		if (!args.safeParse(text).success) return says(`Give it as: /smith ${info.usage}`);
		const thread = threadAt(inside ?? privatePlace(meeting));
		const person = await personIn(meeting, deps);
		deps.replies.remember(key, reply);
		const audience = audienceIn(meeting, deps);
		const common = { key, thread, person, at, ...(audience && { audience }) };
		await deps.accept({ ...common, type: 'command', name: info.name, args: text });
		return { kind: 'later' };
	};
	await answerWith(meeting, 'says', give, deps);
}

/** Outside of threads, commands are answered for the eyes of whoever gives them. */
function audienceIn({ inside, channel }: Meeting, { places }: HandleDeps) {
	return inside ? audienceOf(channel, places) : 'alone';
}

/** Discord's limits: https://docs.discord.com/developers/interactions/receiving-and-responding#interaction-response-object-autocomplete */
const mostChoices = 25;
const longestChoice = 100;
/** After three seconds nobody sees them. */
const limitMs = 2000;

/** Offers the values that an argument may have. What cannot be found out in time offers none. */
export async function complete(
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
	{ options }: APIApplicationCommandAutocompleteInteraction['data'],
	deps: HandleDeps,
): Promise<readonly string[]> {
	const sub = options.find(({ type }) => type === ApplicationCommandOptionType.Subcommand);
	const given = sub && 'options' in sub ? (sub.options ?? []) : [];
	const focused = given.find((option) => 'focused' in option && option.focused);
	const command = deps.commands.find(({ info }) => info.name === sub?.name);
	if (!command?.info.complete || !focused || !('value' in focused)) return [];
	const person = await personIn(meeting, deps);
	const thread = threadAt(meeting.inside ?? privatePlace(meeting));
	if (deps.denialOf({ type: 'command', person, thread }) !== undefined) return [];
	const asker = { person, thread, audience: audienceIn(meeting, deps) };
	const limit = AbortSignal.any([deps.signal, AbortSignal.timeout(limitMs)]);
	return await raceAbort(command.info.complete(String(focused.value), asker), limit);
}
