import { expect, it } from 'vitest';
import { denyOnce } from '../../../src/adapters/intake/deny-once.ts';
import type { Accept, Inbound } from '../../../src/chat/inbound.ts';

const common = {
	thread: { platform: 'slack', id: 'T1-C1-1' },
	person: { id: 'slack:T1/U1', name: 'Bo' },
	at: '2026-01-01T00:00:00.000Z',
} as const;
const message = (key: string): Inbound => ({ ...common, type: 'message', key, text: 'hello', files: [] });
const edit = (of: string, version: string): Inbound => ({
	...common,
	...{ type: 'edit', of, text: 'hello', key: `${of}/edit/${version}` },
});

function openCore() {
	const reached: string[] = [];
	let isLetIn = false;
	const accept: Accept = async ({ key }) => {
		reached.push(key);
		return isLetIn ? 'stored' : 'denied';
	};
	const letIn = () => {
		isLetIn = true;
	};
	return { accept: denyOnce({ accept, denialOf: () => (isLetIn ? undefined : 'You may not.') }), reached, letIn };
}

it('what was denied is denied again without a word, however it is changed, and what else is said is not', async () => {
	const { accept, reached } = openCore();
	for (const inbound of [message('1'), message('1'), edit('1', 'a'), edit('1', 'b'), message('2')])
		expect(await accept(inbound)).toBe('denied');
	expect(reached).toEqual(['1', '2']);
});

it('a change by somebody who may ask by now is taken in', async () => {
	const { accept, reached, letIn } = openCore();
	await accept(message('1'));
	letIn();
	expect(await accept(message('1'))).toBe('stored');
	expect(reached).toEqual(['1', '1']);
});
