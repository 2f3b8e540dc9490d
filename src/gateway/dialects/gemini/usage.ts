import { count, inner, type ReadTold, usageOf, wordsOf } from '../meter/counted.ts';
import { isMembers } from '../read/allow.ts';

/** Usage and errors of generateContent (https://ai.google.dev/api/generate-content#UsageMetadata). Thinking is output, and apart from the rest of it. */
export const readGemini: ReadTold = (value) => {
	const usage = inner(value, 'usageMetadata');
	const input = count(usage['promptTokenCount']) + count(usage['toolUsePromptTokenCount']);
	const output = count(usage['candidatesTokenCount']) + count(usage['thoughtsTokenCount']);
	const counted = 'promptTokenCount' in usage ? usageOf(input, output, usage['cachedContentTokenCount']) : undefined;
	return { usage: counted, failure: wordsOf(value['error']), isLast: hasEnded(value['candidates']) };
};

function hasEnded(candidates: unknown): boolean {
	const [first] = Array.isArray(candidates) ? candidates : [];
	return isMembers(first) && typeof first['finishReason'] === 'string';
}
