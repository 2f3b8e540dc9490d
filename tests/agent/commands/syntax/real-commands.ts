import type { Command } from '../../../../src/agent/commands/command.ts';
import { actionsOf, isGroup } from '../../../../src/agent/commands/syntax/command-info.ts';
import { commandTable } from '../../../../src/agent/commands/table.ts';
import { createRoles, noRules } from '../../../../src/chat/people.ts';
import { places, platformCommands } from '../../../../src/platforms.ts';
import { builtIns } from '../../../../src/sandbox/built-ins.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import type { Workbench } from '../../../support/workbench.ts';

/** The table of the core on a workbench. */
export function realCommands(bench: Workbench): readonly Command[] {
	const model = scriptedModel([]);
	const models = { brain: model, coder: model, summarizer: model };
	const turns = { sessionOf: () => undefined, runningSince: () => undefined };
	return commandTable({
		...bench,
		models,
		builtIns,
		turns,
		roleOf: createRoles(noRules, places),
		places,
		usual: { zone: 'UTC', notify: 'on' },
		platformCommands,
	});
}

/** Whether completion has values for something that a command takes. */
export function offersValues(command: Command): boolean {
	const taken = actionsOf(command).flatMap((action) => action.arguments);
	return taken.some((argument) => argument.kind === 'choice' || 'complete' in argument);
}

/** The names of a command and of each of its subcommands. */
export function namesIn(command: Command): readonly string[] {
	const { name } = command;
	return isGroup(command) ? [name, ...command.subcommands.map((sub) => `${name} ${sub.name}`)] : [name];
}
