/**
 * A coding agent that works in its folder, for tests: it speaks the Agent Client Protocol in raw lines on its standard input and output. Each prompt
 * is the name of a job below.
 */
import { writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

type Fields = Readonly<Record<string, unknown>>;

const sessionId = 's1';
const waiting = new Map<unknown, (message: Fields) => void>();
let cancelled = () => {};

function send(message: object): void {
	process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
}

function update(fields: object): void {
	send({ method: 'session/update', params: { sessionId, update: fields } });
}

function say(text: string): void {
	update({ sessionUpdate: 'agent_message_chunk', content: { type: 'text', text } });
}

/** Asks whether it may change `a.py` so. */
async function mayWrite(newText: string): Promise<boolean> {
	const content = [{ type: 'diff', path: '/workspace/a.py', oldText: 'a = 1\n', newText }];
	const toolCall = { toolCallId: 't1', title: 'Edit a.py', kind: 'edit', status: 'pending', content };
	update({ sessionUpdate: 'tool_call', ...toolCall });
	const options = [
		{ optionId: 'yes', name: 'Allow', kind: 'allow_once' },
		{ optionId: 'no', name: 'Reject', kind: 'reject_once' },
	];
	send({ id: 'ask', method: 'session/request_permission', params: { sessionId, toolCall, options } });
	const { result } = await new Promise<Fields>((resolve) => waiting.set('ask', resolve));
	const may = JSON.stringify(result).includes('"yes"');
	update({ sessionUpdate: 'tool_call_update', toolCallId: 't1', status: may ? 'completed' : 'failed' });
	return may;
}

const longText = Array.from({ length: 400 }, (_, at) => `line ${at + 1}\n`).join('');

/** Why it stopped. */
const jobs: Readonly<Record<string, () => Promise<string> | string>> = {
	async mend() {
		const text = 'a = 2\nb = 3\n';
		const may = await mayWrite(text);
		if (may) writeFileSync('a.py', text);
		say(may ? 'It is mended.' : 'It is left as it was.');
		return 'end_turn';
	},
	/** A change that no message has room for. */
	async rewrite() {
		say((await mayWrite(longText)) ? 'It would be rewritten.' : 'It is not rewritten.');
		return 'end_turn';
	},
	grow() {
		writeFileSync('long.txt', longText);
		say('It has grown.');
		return 'end_turn';
	},
	/** Goes on until it is called off, half done. */
	linger() {
		writeFileSync('a.py', 'a = half\n');
		update({
			sessionUpdate: 'tool_call',
			toolCallId: 't2',
			title: 'Follow a log',
			kind: 'other',
			status: 'in_progress',
		});
		return new Promise((resolve) => {
			cancelled = () => resolve('cancelled');
		});
	},
};

async function answer({ id, method, params }: Fields): Promise<void> {
	if (method === 'initialize') return send({ id, result: { protocolVersion: 1, agentCapabilities: {} } });
	if (method === 'session/new') return send({ id, result: { sessionId } });
	const [{ text }] = (params as { readonly prompt: [{ readonly text: string }] }).prompt;
	const job = jobs[text];
	if (job === undefined) say(`There is no job "${text}".`);
	send({ id, result: { stopReason: (await job?.()) ?? 'end_turn' } });
}

for await (const line of createInterface({ input: process.stdin })) {
	const message = JSON.parse(line) as Fields;
	if (message['method'] === 'session/cancel') cancelled();
	else if ('method' in message) void answer(message);
	else waiting.get(message['id'])?.(message);
}
