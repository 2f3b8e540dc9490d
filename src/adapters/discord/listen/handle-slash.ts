import { asksByIt, type Command, whenOf } from '../../../agent/commands/command.ts';
import { audienceIn, type Meeting, personIn, privatePlace } from '../decode/decode-interaction.ts';
import { givenTo, type ReadCommand, readGiven } from '../decode/given-arguments.ts';
import type { GivenSubcommand } from '../decode/option-values.ts';
import { discordCommands } from '../platform-commands.ts';
import { threadAt } from '../thread-keys.ts';
import { handleAsk } from './ask/handle-ask.ts';
import { answerWith, type Ending, says } from './ask/respond.ts';
import type { HandleDeps } from './listen-deps.ts';

/** Takes in one of the core's commands, given by a slash: it is answered for the person's eyes only. */
export async function handleSlash(
	meeting: Meeting,
	given: GivenSubcommand | undefined,
	deps: HandleDeps,
): Promise<void> {
	const command = deps.commands.find(({ name }) => name === given?.name);
	const meant = given && command && givenTo(command, given);
	if (!command || !meant) return await answerWith(meeting, 'says', async () => says(unknownCommand), deps);
	const read = readGiven(command, meant, given);
	if (!isRequest(meeting, command, read)) return await handleCommand(meeting, command, read, deps);
	const asked = { name: command.name, args: read.text };
	await handleAsk(meeting, { text: `${asked.name} ${asked.args}`, files: [], command: asked }, deps);
}

/** Its answer is for a thread, and there is none. */
function isRequest(
	{ inside }: Meeting,
	command: Command,
	read: ReadCommand,
): read is Extract<ReadCommand, { kind: 'ok' }> {
	return inside === undefined && read.kind === 'ok' && asksByIt(command, read.text);
}

const unknownCommand = 'I do not know this command any more. Discord shows the new ones in a moment.';

/** The core's answer is shown through the interaction. */
async function handleCommand(meeting: Meeting, command: Command, read: ReadCommand, deps: HandleDeps): Promise<void> {
	const { key, at, inside } = meeting;
	// A command that runs in order changes the session under everyone.
	const forAll = inside !== undefined && read.kind === 'ok' && whenOf(command, read.text) === 'in-order';
	const reply = { ...meeting.reply, deferred: true, forAll };
	const give = async (): Promise<Ending> => {
		if (read.kind === 'wrong') return says(`Give it as: ${discordCommands.before}${read.usage}`);
		const thread = threadAt(inside ?? privatePlace(meeting));
		const person = await personIn(meeting, deps);
		deps.replies.remember(key, reply);
		const audience = audienceIn(meeting, deps);
		const common = { key, thread, person, at, ...(audience && { audience }) };
		await deps.accept({ ...common, type: 'command', name: command.name, args: read.text });
		return { kind: 'later' };
	};
	await answerWith(meeting, 'says', give, deps);
}
