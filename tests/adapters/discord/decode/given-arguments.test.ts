import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { givenTo, readGiven } from '../../../../src/adapters/discord/decode/given-arguments.ts';
import type { Values } from '../../../../src/agent/commands/syntax/arguments.ts';
import {
	type ActionInfo,
	actionsOf,
	type CommandInfo,
	isGroup,
} from '../../../../src/agent/commands/syntax/command-info.ts';
import { readArguments } from '../../../../src/agent/commands/syntax/read-arguments.ts';
import { valuesFor } from '../../../agent/commands/syntax/given-values.ts';
import { realCommands } from '../../../agent/commands/syntax/real-commands.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { openWorkbench } from '../../../support/workbench.ts';

/** As Discord sends it. */
function given(command: CommandInfo, action: ActionInfo, values: Values) {
	const texts = Object.entries(values).map(([name, value]) => [name, String(value)] as const);
	const subcommand = isGroup(command) ? action.name : undefined;
	return { name: command.name, subcommand, values: new Map(texts), focused: undefined, files: [] };
}

describe('readGiven()', () => {
	it('makes a text of the options of every command, in which the core reads just these values', async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([]) });
		for (const command of realCommands(bench))
			for (const action of actionsOf<ActionInfo>(command))
				fc.assert(
					fc.property(valuesFor(action), (values) => {
						const options = given(command, action, values);
						const meant = givenTo(command, options);
						const read = meant && readGiven(command, meant, options);
						expect(read?.kind === 'ok' && readArguments(command, read.text)).toEqual({ kind: 'ok', action, values });
					}),
				);
	});
});
