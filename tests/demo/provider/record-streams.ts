import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ScriptedReply } from '../../../src/demo/model-server/script.ts';
import { startProvider } from '../../../src/demo/provider/provider.ts';

const replies: Readonly<Record<string, ScriptedReply>> = {
	text: { text: 'Grüße aus 東京 🌸, in two lines:\n\nthe "second" one.', usage: { input: 1_200, output: 34 } },
	tools: {
		reasoning: 'They want the list first, then the file.',
		text: 'I look at it.',
		calls: [
			{ name: 'bash', arguments: { command: "ls -la | head -3; echo 'ü'" }, id: 'call_a' },
			{ name: 'read', arguments: { path: '/workspace/a b.txt', lines: [1, 20] }, id: 'call_b' },
		],
		usage: { input: 56_789, output: 310 },
	},
	cut: { text: 'It goes on and', finish: 'length', usage: { input: 10, output: 4 } },
};

const parameters = { type: 'object', properties: { path: { type: 'string' } } };
const hi = 'List it';

/** What a client sends in each dialect for a stream. */
const asked = {
	chat: {
		path: '/v1/chat/completions',
		headers: {},
		body: {
			model: 'm',
			stream: true,
			stream_options: { include_usage: true },
			messages: [{ role: 'user', content: hi }],
			tools: [{ type: 'function', function: { name: 'read', parameters } }],
		},
	},
	responses: {
		path: '/v1/responses',
		headers: {},
		body: { model: 'm', stream: true, input: hi, tools: [{ type: 'function', name: 'read', parameters }] },
	},
	messages: {
		path: '/v1/messages',
		headers: { 'anthropic-version': '2023-06-01' },
		body: {
			model: 'm',
			stream: true,
			max_tokens: 1_000,
			messages: [{ role: 'user', content: hi }],
			tools: [{ name: 'read', input_schema: parameters }],
		},
	},
	gemini: {
		path: '/v1beta/models/m:streamGenerateContent?alt=sse',
		headers: {},
		body: {
			contents: [{ role: 'user', parts: [{ text: hi }] }],
			tools: [{ functionDeclarations: [{ name: 'read', parametersJsonSchema: parameters }] }],
		},
	},
} as const;
type DialectName = keyof typeof asked;

interface RecordedStream {
	readonly dialect: DialectName;
	readonly name: string;
	readonly reply: ScriptedReply;
	/** Path and query as a client asks for them. */
	readonly target: string;
}

/** Every recording there is. */
export const recordedStreams: readonly RecordedStream[] = (Object.keys(asked) as DialectName[]).flatMap((dialect) =>
	Object.entries(replies).map(([name, reply]) => ({ dialect, name, reply, target: asked[dialect].path })),
);

/** The bytes of one stream, as text. */
export async function recordStream(dialect: DialectName, reply: ScriptedReply): Promise<string> {
	await using provider = await startProvider(() => reply, { models: ['m'] });
	const { path, headers, body } = asked[dialect];
	const response = await fetch(`${provider.url}${path}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json', ...headers },
		body: JSON.stringify(body),
	});
	return await response.text();
}

// Called by itself, it writes them all anew
if (process.argv[1] === import.meta.filename) {
	for (const { dialect, name, reply } of recordedStreams) {
		const text = await recordStream(dialect, reply);
		writeFileSync(join(import.meta.dirname, '../../gateway/recordings', `${dialect}-${name}.sse`), text);
	}
}
