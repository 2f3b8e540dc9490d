/**
 * A coding agent that does as it is told, for tests: it speaks the Agent Client Protocol in raw lines on its standard input and output. Each
 * prompt is the name of a story below; the first argument is one of how it starts, the second the size of a long line.
 */
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';

type Fields = Readonly<Record<string, unknown>>;

const start = process.argv[2] ?? 'well';
/** Of the long line. */
const megabytes = Number(process.argv[3] ?? 100);
const waiting = new Map<unknown, (message: Fields) => void>();
let asked = 0;
let cancelled = () => {};
let goOn = () => {};

function send(message: object): void {
	process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

/** Says something on its standard error, and answers. */
function tell<T>(text: string, answer?: T): T | undefined {
	process.stderr.write(`${text}\n`);
	return answer;
}

/** An error of the protocol. */
class Refusal extends Error {
	readonly code: number;
	readonly data: object | undefined;

	constructor(code: number, message: string, data?: object) {
		super(message);
		this.code = code;
		this.data = data;
	}
}

function update(fields: object, sessionId = 's1'): void {
	send({ method: 'session/update', params: { sessionId, update: fields } });
}

function say(text: string): void {
	update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
}

function tool(toolCallId: string, fields: object = {}): void {
	update({ sessionUpdate: 'tool_call', toolCallId, title: `tool ${toolCallId}`, kind: 'execute', ...fields });
}

function toolUpdate(toolCallId: string, fields: object): void {
	update({ sessionUpdate: 'tool_call_update', toolCallId, ...fields });
}

function ask(method: string, params: object): Promise<Fields> {
	const id = `ask ${++asked}`;
	send({ id, method, params });
	return new Promise((resolve) => waiting.set(id, resolve));
}

const options = [
	{ optionId: 'yes', name: 'Allow', kind: 'allow_once' },
	{ optionId: 'no', name: 'Reject', kind: 'reject_once' },
];

function permission(toolCallId: string, fields: object = {}): Promise<Fields> {
	const toolCall = { toolCallId, title: 'Write src/a.py', kind: 'edit', ...fields };
	return ask('session/request_permission', { sessionId: 's1', toolCall, options });
}

const diff = { type: 'diff', path: '/workspace/src/a.py', oldText: 'a\nb\n', newText: 'a\nc\nd\n' };
const never = new Promise<never>(() => {});

async function murmuring(times: number): Promise<unknown> {
	const murmur = () => update({ sessionUpdate: 'available_commands_update', availableCommands: [] });
	for (let at = 0; at < times; at += 1) await delay(450).then(murmur);
	return { sessionId: 's1', modes };
}

/** Why it stopped; a `Refusal` is thrown. */
const stories: Readonly<Record<string, () => Promise<string> | string>> = {
	normal() {
		update({ sessionUpdate: 'agent_thought_chunk', content: { type: 'text', text: 'Let me see.' } });
		update({ sessionUpdate: 'plan', entries: [{ content: 'Look', priority: 'high', status: 'in_progress' }] });
		tool('1', { title: 'bash', rawInput: { command: 'pytest -q' }, status: 'pending' });
		toolUpdate('1', {
			status: 'completed',
			content: [{ type: 'content', content: { type: 'text', text: '2 passed' } }],
		});
		tool('2', { title: 'Edit a.py', kind: 'edit', content: [diff] });
		toolUpdate('2', { status: 'completed' });
		update({ sessionUpdate: 'usage_update', used: 10, size: 1000 });
		update({ sessionUpdate: 'available_commands_update', availableCommands: [] });
		say('Done: ');
		say('both pass.');
		return 'end_turn';
	},
	partial() {
		toolUpdate('x', { content: null });
		toolUpdate('x', { title: 'Now it has a title', kind: 7, status: 'odd' });
		update({ sessionUpdate: 'tool_call', title: 'without an id' });
		update({ sessionUpdate: 'plan', entries: 'none' });
		update({ sessionUpdate: 'agent_message_chunk', content: { type: 'image', data: '' } });
		update({});
		send({ method: 'session/update', params: 4 });
		update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text: 'not yours' } }, 's2');
		say('still here');
		return 'end_turn';
	},
	noise() {
		process.stdout.write('Update available!\n{"half": \n[1,2]\n"text"\n\n\u001b[31mred\n');
		send({ id: 99, result: {} });
		send({ id: 0 });
		say('fine');
		return 'end_turn';
	},
	flood() {
		for (let index = 0; index < 20_000; index += 1) say('x');
		for (let index = 0; index < 2000; index += 1) tool(String(index), { status: 'completed' });
		return 'end_turn';
	},
	async permission() {
		tool('p', { kind: 'edit', content: [diff], status: 'pending' });
		const { result } = await permission('p', { content: [diff] });
		say(JSON.stringify(result));
		return 'end_turn';
	},
	async 'many permissions'() {
		const answers = await Promise.all(Array.from({ length: 250 }, (_, index) => permission(`p${index}`)));
		const chosen = answers.map(({ result }) => JSON.stringify(result));
		say(
			`${chosen.filter((one) => one.includes('"yes"')).length} yes, ${chosen.filter((one) => one.includes('"no"')).length} no`,
		);
		return 'end_turn';
	},
	async requests() {
		const answers = [
			await ask('fs/read_text_file', { sessionId: 's1', path: '/etc/passwd' }),
			await ask('terminal/create', { sessionId: 's1', command: 'sh' }),
			await ask('elicitation/create', {}),
		];
		say(answers.map(({ error }) => (error as { code: number }).code).join());
		return 'end_turn';
	},
	'long line'() {
		const piece = 'x'.repeat(1024 * 1024);
		process.stdout.write('{"jsonrpc":"2.0","method":"session/update","params":{"sessionId":"s1","update":{"text":"');
		for (let index = 0; index < megabytes; index += 1) process.stdout.write(piece);
		process.stdout.write('"}}}\n');
		say('after it');
		return 'end_turn';
	},
	exit() {
		tell('panicked at src/main.rs: no more');
		process.exit(101);
	},
	hang: () => never,
	cancel() {
		say('working');
		return new Promise((resolve) => {
			cancelled = () => {
				say('late');
				resolve('cancelled');
			};
		});
	},
	'error end'() {
		throw new Refusal(-32603, 'Internal error', { details: '402 The budget is used up' });
	},
	'error text'() {
		say('API Error: 402 The budget is used up');
		return 'end_turn';
	},
	'tools left'() {
		tool('a', { status: 'in_progress' });
		tool('b', { status: 'completed' });
		return 'end_turn';
	},
	refusal: () => 'refusal',
	'odd reason': () => 'tired\u001b[31m',
	'late updates'() {
		goOn = () => {
			say('too late');
			void ask('session/late', {});
		};
		return 'end_turn';
	},
	huge() {
		const text = 'line\n'.repeat(100_000);
		for (let index = 0; index < 20; index += 1)
			tool(`h${index}`, {
				kind: 'edit',
				content: Array.from({ length: 12 }, () => ({ ...diff, newText: text.slice(0, 40_000) })),
			});
		tool('o', { content: [{ type: 'content', content: { type: 'text', text } }], title: `\u202e${'t'.repeat(5000)}` });
		say('\u001b[2J'.repeat(100_000));
		return 'end_turn';
	},
};

const modes = {
	currentModeId: 'auto',
	availableModes: [
		{ id: 'auto', name: 'Auto' },
		{ id: 'ask', name: 'Ask' },
	],
};
const modeOption = { id: 'mode', name: 'Mode', category: 'mode', type: 'select', currentValue: 'build' };
const modeNames = { build: 'b', ask: 'a' };
const modeOptions = Object.entries(modeNames).map(([value, name]) => ({ value, name }));
const configOptions = [{ ...modeOption, options: modeOptions }];

const answers: Readonly<Record<string, (params: Fields) => unknown>> = {
	initialize: () => ({ protocolVersion: start === 'version' ? 2 : 1, agentCapabilities: {} }),
	'session/new': (params) => {
		if (start === 'account') throw new Refusal(-32000, 'Authentication required');
		if (start === 'silent') return never;
		if (start === 'slow' || start === 'murmuring') return murmuring(start === 'slow' ? 8 : 1_000);
		if (start === 'options') return { sessionId: 's1', configOptions };
		if (start === 'mute') return 'nothing of use';
		tell(JSON.stringify(params));
		return { sessionId: 's1', modes };
	},
	'session/set_mode': ({ modeId }) => tell(`mode ${String(modeId)}`, {}),
	'session/set_config_option': ({ configId, value }) =>
		tell(`${String(configId)} = ${String(value)}`, { configOptions }),
	'session/prompt': async ({ prompt }) => {
		const [{ text }] = prompt as [{ text: string }];
		return { stopReason: await (stories[text] ?? (() => 'end_turn'))() };
	},
};

async function answer({ id, method, params }: Fields): Promise<void> {
	try {
		send({ id, result: await answers[String(method)]?.(params as Fields) });
	} catch (error) {
		const { code, message, data } = error as Refusal;
		send({ id, error: { code, message, data } });
	}
}

if (start === 'exit') {
	tell('no such model');
	process.exit(2);
}
for await (const text of createInterface({ input: process.stdin })) {
	const message = JSON.parse(text) as Fields;
	if (message['method'] === 'session/cancel') cancelled();
	else if (message['method'] === 'go on') goOn();
	else if ('method' in message) void answer(message);
	else waiting.get(message['id'])?.(message);
}
