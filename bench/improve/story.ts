import type { ScriptedReply } from '../../src/demo/model-server/script.ts';
import type { Conversation } from '../../src/demo/provider/conversation.ts';
import { ownName, workFolder } from './own-host.ts';

/** What the operator wants. */
export const wanted = 'state by a test how a megabyte is written';
export const testFile = 'tests/base/text/one-megabyte.test.ts';

const testText = `import { expect, it } from 'vitest';
import { formatBytes } from '../../../src/base/text/format-bytes.ts';

it('a megabyte is written as one', () => {
	expect(formatBytes(2 ** 20)).toBe('1 MB');
});
`;

/** Ends with words of whether its packages are at hand, and whether they can be changed. */
const looks = `cd /workspace/${workFolder} && test -d node_modules || { echo packages: none; exit; }; touch node_modules/x 2>/dev/null && echo packages: open || echo packages: closed`;
const works = `cd /workspace/${workFolder} && cat > ${testFile} <<'END'\n${testText}END\nnode node_modules/vitest/vitest.mjs run ${testFile}`;

/** Plays the Brain: one call after the other; what they come to is nobody's script. Pure. */
export function improveScript({ turns }: Conversation): ScriptedReply {
	const calls = [
		call('open_repository', { repository: ownName }),
		call('bash', { command: looks }),
		call('bash', { command: works, timeout: 300 }),
		call('propose_changes', {
			repository: ownName,
			title: 'State how a megabyte is written',
			description: 'A test says how a megabyte is written.',
		}),
	];
	const results = turns.flatMap((turn) => (turn.role === 'tool' ? [turn.text] : []));
	return calls[results.length] ?? { text: results.at(-1) ?? '' };
}

function call(name: string, args: Readonly<Record<string, unknown>>): ScriptedReply {
	return { calls: [{ name, arguments: args }] };
}
