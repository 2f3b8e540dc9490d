import type { Message } from '../../../../src/store/journal.ts';

/** What a session remembers of calls of bash, each with how it ended. */
export function bashMessages(...commands: readonly (string | { readonly failed: string })[]): readonly Message[] {
	return commands.flatMap((command, index): readonly Message[] => {
		const ok = typeof command === 'string';
		const args = JSON.stringify({ command: ok ? command : command.failed });
		const id = `b${index}`;
		return [
			{ role: 'assistant', text: '', calls: [{ id, name: 'bash', arguments: args }] },
			{ role: 'tool', callId: id, ok, text: '' },
		];
	});
}
