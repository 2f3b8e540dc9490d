import { expect, test } from 'vitest';
import { createUpdateFlow } from '../../../../../src/agent/coding/driver/acp/update-flow.ts';
import { readUpdate } from '../../../../../src/agent/coding/driver/acp/wire.ts';

/** All text that is told of such pieces. */
function textOf(pieces: readonly { readonly text: string; readonly messageId?: unknown }[]): string {
	let told = '';
	const flow = createUpdateFlow((update) => {
		if (update.kind === 'text') told += update.text;
	});
	for (const { text, ...more } of pieces) {
		const update = { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text }, ...more };
		const read = readUpdate({ sessionId: 's', update }, 's');
		if (read.kind === 'update') flow.push(read.update);
	}
	flow.end();
	return told;
}

test('one message behind another is another paragraph, and the pieces of one are one', () => {
	const one = { messageId: 'm1' };
	const other = { messageId: 'm2' };
	expect(
		textOf([
			{ text: 'I look ', ...one },
			{ text: 'first.', ...one },
			{ text: 'Both ', ...other },
			{ text: 'pass.', ...other },
		]),
	).toBe('I look first.\n\nBoth pass.');
});

test('pieces of messages without a name, or with none that can be read, go on what was before', () => {
	expect(textOf([{ text: 'a' }, { text: 'b', messageId: null }, { text: 'c', messageId: 7 }, { text: 'd' }])).toBe(
		'abcd',
	);
	expect(textOf([{ text: 'a', messageId: 'm1' }, { text: 'b' }, { text: 'c', messageId: 'm1' }])).toBe('abc');
});
