import fc from 'fast-check';
import { expect, it } from 'vitest';
import { noQuirks, type Quirks } from '../../../../src/agent/model/quirks/quirks.ts';
import { chatBody } from '../../../../src/agent/model/wire/chat-body.ts';
import { toWireMessages } from '../../../../src/agent/model/wire/to-wire.ts';
import { checkChat } from '../../../../src/demo/model-server/chat-grammar.ts';
import type { Message, ToolCall } from '../../../../src/store/journal.ts';

/** The lines that stand between messages for the sake of strict templates. */
const unanswered = { role: 'assistant', content: '(no answer: interrupted, or more was said)' };
const goOn = { role: 'user', content: '(go on)' };

const user: Message = { role: 'user', text: 'Hi' };
const bash = (id: string): ToolCall => ({ id, name: 'bash', arguments: '{}' });
const calling = (...ids: readonly string[]): Message => ({ role: 'assistant', text: '', calls: ids.map(bash) });
const answer = (callId: string, text = `result of ${callId}`): Message => ({ role: 'tool', callId, ok: true, text });

function wire(
	messages: readonly Message[],
	quirks: Partial<Quirks> = {},
	extras: ReadonlyMap<string, unknown> = new Map(),
) {
	const context = { quirks: { ...noQuirks, ...quirks }, extras };
	return toWireMessages({ system: 'Be good', messages, tools: [] }, context).slice(1);
}

function wireCall(id: string, rest: object = {}) {
	return { id, type: 'function', function: { name: 'bash', arguments: '{}' }, ...rest };
}

it('the system message comes first, once', () => {
	const context = { quirks: noQuirks, extras: new Map() };
	expect(toWireMessages({ system: 'Be good', messages: [user], tools: [] }, context)).toEqual([
		{ role: 'system', content: 'Be good' },
		{ role: 'user', content: 'Hi' },
	]);
});

it('answers follow their message in the order of its calls, whatever stood between', () => {
	expect(wire([user, calling('AAAAAAAA1', 'AAAAAAAA2'), answer('AAAAAAAA2'), user, answer('AAAAAAAA1')])).toEqual([
		{ role: 'user', content: 'Hi' },
		{ role: 'assistant', content: null, tool_calls: [wireCall('AAAAAAAA1'), wireCall('AAAAAAAA2')] },
		{ role: 'tool', tool_call_id: 'AAAAAAAA1', content: 'result of AAAAAAAA1' },
		{ role: 'tool', tool_call_id: 'AAAAAAAA2', content: 'result of AAAAAAAA2' },
		unanswered,
		{ role: 'user', content: 'Hi' },
	]);
});

it('a call without an answer is answered as interrupted, an answer without a call is left out', () => {
	expect(wire([answer('lost'), user, calling('AAAAAAAA1'), user]).slice(1)).toEqual([
		{ role: 'assistant', content: null, tool_calls: [wireCall('AAAAAAAA1')] },
		{ role: 'tool', tool_call_id: 'AAAAAAAA1', content: 'Interrupted: no result' },
		unanswered,
		{ role: 'user', content: 'Hi' },
	]);
});

it('ids that repeat or that a server would refuse are named anew, always the same way', () => {
	const history = [user, calling('list:0'), answer('list:0', 'first'), calling('list:0'), answer('list:0', 'second')];
	const sent = wire(history);
	const ids = sent.flatMap((message) => (message.role === 'tool' ? [message.tool_call_id] : []));
	expect(new Set(ids).size).toBe(2);
	for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9]{9}$/);
	expect(sent.map((message) => message.content)).toEqual(['Hi', null, 'first', null, 'second']);
	expect(wire(history)).toEqual(sent);
});

it('a longer history starts with the same messages as a shorter one', () => {
	const short = [user, calling('x', 'x'), answer('x')];
	const long = [...short, user, calling('x'), answer('x'), user];
	expect(wire([...short, answer('x', 'two'), ...long.slice(3)]).slice(0, 4)).toEqual(
		wire([...short, answer('x', 'two')]),
	);
});

it('words of a person after a result, or after others that nobody answered, follow a line of the model', () => {
	expect(wire([user, user, calling('AAAAAAAA1'), answer('AAAAAAAA1'), user]).map(({ role }) => role)).toEqual([
		...['user', 'assistant', 'user', 'assistant', 'tool', 'assistant', 'user'],
	]);
	expect(wire([user, user])).toEqual([{ role: 'user', content: 'Hi' }, unanswered, { role: 'user', content: 'Hi' }]);
});

it('a history begins with a person and does not end with the model', () => {
	const said: Message = { role: 'assistant', text: 'Half an ans', calls: [] };
	expect(wire([said, said])).toEqual([
		{ role: 'user', content: '(earlier messages are left out)' },
		{ role: 'assistant', content: 'Half an ans' },
		goOn,
		{ role: 'assistant', content: 'Half an ans' },
		goOn,
	]);
	expect(wire([])).toEqual([{ role: 'user', content: '(earlier messages are left out)' }]);
});

it('an ordinary history costs no line', () => {
	const said: Message = { role: 'assistant', text: 'Done', calls: [] };
	expect(wire([user, calling('AAAAAAAA1'), answer('AAAAAAAA1'), said, user])).toHaveLength(5);
});

it('messages that hold nothing are left out or filled', () => {
	const nothing: readonly Message[] = [
		{ role: 'assistant', text: '', calls: [] },
		{ role: 'user', text: '' },
		calling('AAAAAAAA1'),
		answer('AAAAAAAA1', ''),
	];
	expect(wire(nothing).map((message) => message.content)).toEqual(['(empty message)', null, '(no output)']);
});

it('names that no server takes back are made safe', () => {
	const call: ToolCall = { id: 'AAAAAAAA1', name: 'multi_tool_use.parallel<|x|>', arguments: '{}' };
	const [, sent] = wire([user, { role: 'assistant', text: '', calls: [call] }]);
	expect(sent).toMatchObject({ tool_calls: [{ function: { name: 'multi_tool_use_parallel__x__' } }] });
});

it.each([
	['null', { content: null }],
	['empty', { content: '' }],
	['absent', {}],
] as const)('content of a message with calls only can be %s', (callContent, content) => {
	expect(wire([user, calling('AAAAAAAA1')], { callContent })[1]).toEqual({
		role: 'assistant',
		...content,
		tool_calls: [wireCall('AAAAAAAA1')],
	});
});

it('reasoning goes back only where it is asked for', () => {
	const message: Message = { role: 'assistant', text: 'Hi', reasoning: 'hm', calls: [] };
	expect(wire([user, message, user])[1]).toEqual({ role: 'assistant', content: 'Hi' });
	expect(wire([user, message, user], { echoReasoning: true })[1]).toEqual({
		role: 'assistant',
		content: 'Hi',
		reasoning_content: 'hm',
	});
});

it('what a server attached to a call goes back, a stand-in where it is lost and demanded', () => {
	const extra = { google: { thought_signature: 'sig' } };
	expect(wire([user, calling('AAAAAAAA1')], {}, new Map([['AAAAAAAA1', extra]]))[1]).toMatchObject({
		tool_calls: [wireCall('AAAAAAAA1', { extra_content: extra })],
	});
	expect(wire([user, calling('AAAAAAAA1', 'AAAAAAAA2')], { fillSignatures: true })[1]).toMatchObject({
		tool_calls: [
			wireCall('AAAAAAAA1', { extra_content: { google: { thought_signature: 'skip_thought_signature_validator' } } }),
			wireCall('AAAAAAAA2'),
		],
	});
});

it('tools that only the history has are sent as stand-ins where a server wants them', () => {
	const request = { system: 's', messages: [calling('AAAAAAAA1'), answer('AAAAAAAA1'), user], tools: [] };
	const plain = chatBody('m', request, { quirks: noQuirks, extras: new Map() });
	expect(plain).not.toHaveProperty('tools');
	const stubbed = chatBody('m', request, { quirks: { ...noQuirks, stubTools: true }, extras: new Map() });
	expect(stubbed).toMatchObject({ tool_choice: 'none', tools: [{ function: { name: 'bash' } }] });
});

const id = fc.oneof(fc.constantFrom('a', 'b', 'AAAAAAAA1', ''), fc.string({ unit: 'binary' }));
const text = fc.oneof(fc.constant(''), fc.string({ unit: 'binary' }), fc.constant('\ud83d'));
const anyCall = fc.record({
	id,
	name: text,
	arguments: fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value)),
});
const anyMessage: fc.Arbitrary<Message> = fc.oneof(
	fc.record({ role: fc.constant('user' as const), text }),
	fc.record({ role: fc.constant('assistant' as const), text, calls: fc.array(anyCall, { maxLength: 3 }) }),
	fc.record({ role: fc.constant('tool' as const), callId: id, ok: fc.boolean(), text }),
);

it('any history at all is sent in the strictest chat grammar', () => {
	fc.assert(
		fc.property(
			fc.array(anyMessage, { maxLength: 12 }),
			fc.constantFrom('null', 'empty', 'absent'),
			(messages, callContent) => {
				const context = { quirks: { ...noQuirks, callContent }, extras: new Map() };
				const tools = [{ name: 'bash', description: 'Run', parameters: { type: 'object', properties: {} } }];
				const body = chatBody('m', { system: 'Be good', messages, tools }, context);
				expect(checkChat(JSON.parse(JSON.stringify(body)))).toBeUndefined();
			},
		),
		{ numRuns: 500 },
	);
});
