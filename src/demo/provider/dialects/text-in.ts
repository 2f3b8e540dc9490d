import { isFields } from '../../model-server/grammar-problem.ts';

/** All text of a content, which may be a string or a list of parts, as every dialect has it. */
export function textIn(content: unknown): string {
	if (typeof content === 'string') return content;
	if (Array.isArray(content)) return content.map(textIn).filter(Boolean).join('\n');
	if (!isFields(content)) return '';
	return textIn(content['text'] ?? content['content'] ?? content['output'] ?? '');
}
