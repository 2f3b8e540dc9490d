import { describe, expect, it } from 'vitest';
import {
	call,
	paris,
	piece,
	readChunks,
	replyOf,
	rome,
	stop,
	toolStop,
	weather,
} from '../../../support/read-chunks.ts';
import { callDelta, delta } from '../../../support/wire-server.ts';

describe('tool calls', () => {
	it.each<readonly [what: string, chunks: readonly unknown[], calls: readonly unknown[]]>([
		[
			'as OpenAI streams them, in parallel',
			[
				callDelta(call('get_weather', '', { index: 0, id: 'a' })),
				callDelta(piece('{"city":', { index: 0 })),
				callDelta(call('get_weather', '', { index: 1, id: 'b' })),
				callDelta(piece(rome, { index: 1 }), piece('"Paris"}', { index: 0 })),
				toolStop,
			],
			weather(paris, rome),
		],
		[
			'that all carry index 0',
			[
				callDelta(call('get_weather', paris, { index: 0, id: 'a' })),
				callDelta(call('get_weather', rome, { index: 0, id: 'b' })),
				toolStop,
			],
			weather(paris, rome),
		],
		[
			'that all carry index 0, the first still without arguments',
			[
				callDelta(call('list', '', { index: 0, id: 'a' })),
				callDelta(call('get_weather', rome, { index: 0, id: 'b' })),
				toolStop,
			],
			[
				{ id: 'id1', name: 'list', arguments: '{}' },
				{ id: 'id2', name: 'get_weather', arguments: rome },
			],
		],
		[
			'of different tools that all carry index 0 and no id',
			[callDelta(call('list', '{}', { index: 0 })), callDelta(call('get_weather', rome, { index: 0 })), toolStop],
			[
				{ id: 'id1', name: 'list', arguments: '{}' },
				{ id: 'id2', name: 'get_weather', arguments: rome },
			],
		],
		[
			'that all carry index 0 and no id',
			[
				callDelta(call('get_weather', paris, { index: 0 })),
				callDelta(call('get_weather', rome, { index: 0 })),
				toolStop,
			],
			weather(paris, rome),
		],
		[
			'without index',
			[
				callDelta(call('get_weather', '', { id: 'a' })),
				callDelta(piece(paris)),
				callDelta(call('get_weather', rome, { id: 'b' })),
				toolStop,
			],
			weather(paris, rome),
		],
		[
			'whose later pieces have empty ids',
			[
				callDelta(call('get_weather', '{"city":', { index: 0, id: 'a' })),
				callDelta({ id: '', ...call('', '"Paris"}', { index: 0 }) }),
				toolStop,
			],
			weather(paris),
		],
		[
			'with empty ids throughout',
			[
				callDelta(call('get_weather', paris, { index: 0, id: '' }), call('get_weather', rome, { index: 1, id: '' })),
				toolStop,
			],
			weather(paris, rome),
		],
		[
			'whose every piece has a new id',
			[
				callDelta(call('get_weather', '', { index: 0, id: 'a' })),
				callDelta(piece('{"city":', { index: 0, id: 'b' })),
				callDelta(piece('"Paris"}', { index: 0, id: 'c' })),
				toolStop,
			],
			weather(paris),
		],
		[
			'that repeat id and name with each piece',
			[
				callDelta(call('get_weather', '{"city":', { index: 0, id: 'a' })),
				callDelta(call('get_weather', '"Paris"}', { index: 0, id: 'a' })),
				toolStop,
			],
			weather(paris),
		],
		[
			'whose name comes after the arguments',
			[
				callDelta(piece('{"city":', { index: 0, id: 'a' })),
				callDelta(call('get_weather', '"Paris"}', { index: 0 })),
				toolStop,
			],
			weather(paris),
		],
		[
			'whose name comes in pieces',
			[
				callDelta(call('get_', '', { index: 0, id: 'a' })),
				callDelta(call('weather', '', { index: 0 })),
				callDelta(piece(paris, { index: 0 })),
				toolStop,
			],
			weather(paris),
		],
		[
			'in one chunk with an empty one after it',
			[callDelta(call('get_weather', paris, { index: 0, id: 'a' })), callDelta(piece('', { index: 0 })), toolStop],
			weather(paris),
		],
		[
			'complete, several in one delta',
			[
				callDelta(call('get_weather', paris, { index: 0, id: 'a' }), call('get_weather', rome, { index: 1, id: 'b' })),
				toolStop,
			],
			weather(paris, rome),
		],
		[
			'whose arguments look complete too early',
			[
				callDelta(call('get_weather', '{"a":1}', { index: 0, id: 'a' })),
				callDelta(piece('', { index: 0 })),
				callDelta(piece('  ', { index: 0 })),
				toolStop,
			],
			weather('{"a":1}'),
		],
		[
			'glued into one arguments string',
			[callDelta(call('get_weather', `${paris}${rome}`, { index: 0, id: 'a' })), toolStop],
			weather(paris, rome),
		],
		[
			'whose arguments are an object',
			[callDelta({ index: 0, id: 'a', function: { name: 'get_weather', arguments: { city: 'Paris' } } }), toolStop],
			weather(paris),
		],
		[
			'encoded twice',
			[callDelta(call('get_weather', JSON.stringify(paris), { index: 0, id: 'a' })), toolStop],
			weather(paris),
		],
		[
			'with null arguments',
			[callDelta({ index: 0, id: 'a', function: { name: 'list', arguments: null } }), toolStop],
			[{ id: 'id1', name: 'list', arguments: '{}' }],
		],
		[
			'without arguments',
			[callDelta({ index: 0, id: 'a', function: { name: 'list' } }), toolStop],
			[{ id: 'id1', name: 'list', arguments: '{}' }],
		],
		[
			'cut off although the server says they are whole',
			[callDelta(call('get_weather', '{"city":"Par', { index: 0, id: 'a' })), toolStop],
			[{ id: 'id1', name: 'get_weather', arguments: '{}', problem: 'The arguments were cut off before their end' }],
		],
		[
			'after which the server says stop',
			[callDelta(call('get_weather', paris, { index: 0, id: 'a' })), stop],
			weather(paris),
		],
		[
			'after which the server says something unknown',
			[callDelta(call('get_weather', paris, { index: 0, id: 'a' })), delta({}, 'end')],
			weather(paris),
		],
		[
			'whose ids repeat in one turn',
			[
				callDelta(
					call('get_weather', paris, { index: 0, id: 'x:0' }),
					call('get_weather', rome, { index: 1, id: 'x:0' }),
				),
				toolStop,
			],
			weather(paris, rome),
		],
		[
			'of unknown names',
			[callDelta(call('multi_tool_use.parallel', '{}', { index: 0, id: 'a' })), toolStop],
			[{ id: 'id1', name: 'multi_tool_use.parallel', arguments: '{}' }],
		],
		[
			'without any name',
			[callDelta(piece('{"a":1}', { index: 0 })), toolStop],
			[{ id: 'id1', name: 'unknown', arguments: '{"a":1}' }],
		],
		['that are nothing at all', [callDelta({ index: 0, function: { arguments: '' } }), stop], []],
		[
			'with indexes that have gaps',
			[callDelta(call('get_weather', '', { index: 3, id: 'a' })), callDelta(piece(paris, { index: 3 })), toolStop],
			weather(paris),
		],
	])('%s are put together', (_, chunks, calls) => {
		expect(replyOf(chunks).calls).toEqual(calls);
	});

	it('what a server attaches to a call is kept under our id', () => {
		const extra = { google: { thought_signature: 'sig' } };
		const { extras } = readChunks([
			callDelta(call('list', '{}', { index: 0, id: 'a', extra_content: extra })),
			toolStop,
		]);
		expect([...extras]).toEqual([['id1', extra]]);
	});
});
