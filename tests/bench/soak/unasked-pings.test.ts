import { expect, it } from 'vitest';
import { unaskedPings } from '../../../bench/soak/unasked-pings.ts';

const speakers = new Set(['U1', 'U2']);

it('lets the end of a turn call one of those back who spoke in the thread', () => {
	for (const text of ['@Ada this is done.', '@Ada this waits for an answer.', '⚠️ @Ada The model is gone'])
		expect(unaskedPings({ text, pings: ['U1'], speakers })).toEqual([]);
});

it('finds everybody else who was notified', () => {
	expect(unaskedPings({ text: 'Hello @Ada', pings: ['U1'], speakers })).toEqual(['U1']);
	expect(unaskedPings({ text: '@Cy this is done.', pings: ['U3'], speakers })).toEqual(['U3']);
	expect(unaskedPings({ text: '@Ada @Bo this is done.', pings: ['U1', 'U2'], speakers })).toEqual(['U1', 'U2']);
});
