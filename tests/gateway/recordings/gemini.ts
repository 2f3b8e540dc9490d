import { events, json, type Recording, stream, usage } from './recording.ts';

const chunk = (part: object, usageMetadata?: object) => ({
	candidates: [{ content: { role: 'model', parts: [part] }, index: 0 }],
	...(usageMetadata && { usageMetadata }),
	modelVersion: 'm',
});
const counts = {
	promptTokenCount: 90,
	candidatesTokenCount: 11,
	thoughtsTokenCount: 40,
	cachedContentTokenCount: 64,
	totalTokenCount: 141,
};
const parts = [
	chunk({ text: 'hm', thought: true }, { promptTokenCount: 90, thoughtsTokenCount: 20, totalTokenCount: 110 }),
	chunk({ text: '"usageMetadata": {"promptTokenCount": 99999} 🙂' }),
	chunk({
		functionCall: { name: 'write', args: { error: { message: 'no' }, usageMetadata: { promptTokenCount: 7 } } },
		thoughtSignature: 'Cg==',
	}),
];
const last = {
	candidates: [{ content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'STOP', index: 0 }],
	usageMetadata: counts,
};
const recording = (title: string, text: string, told: Recording['told'], contentType = stream): Recording => ({
	title: `gemini: ${title}`,
	dialect: 'gemini',
	contentType,
	text,
	told,
});
const whole = { usage: usage(90, 51, 64), failure: undefined };
const failed = { error: { code: 503, message: 'The model is overloaded.', status: 'UNAVAILABLE' } };

export const geminiRecordings: readonly Recording[] = [
	recording('thinking, text and a call', events([...parts, last], '\r\n'), whole),
	recording('an error in the middle', events([...parts, failed]), {
		usage: usage(90, 20),
		failure: 'The model is overloaded.',
	}),
	recording('no usage', events(parts.slice(1)), { usage: undefined, failure: undefined }),
	recording('one object', JSON.stringify(chunk({ text: 'a' }, counts), null, 2), whole, json),
	recording(
		'an error in a list',
		JSON.stringify([failed]),
		{ usage: undefined, failure: 'The model is overloaded.' },
		json,
	),
];
