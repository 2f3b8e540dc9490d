import { type Part, partsOf, python } from './fences.ts';

/** A field of an answer that is code in Python, and may come in a fence of its own. */
export interface CodeField {
	readonly name: string;
	/** Found in what is the code, and in no example of its use. */
	readonly mark: RegExp;
}

/** Code, and the texts beside it that may hold the rest of the answer. */
export interface CodeBeside {
	readonly code: string;
	/** Whether it has the mark. */
	readonly isMarked: boolean;
	readonly beside: readonly string[];
}

/** The code of an answer that stands in a fence: the last one that has the mark, else the last one in Python. One that the end has cut off is none. Pure. */
export function codeBeside(text: string, { mark }: CodeField, isCut: boolean): CodeBeside | undefined {
	const parts = partsOf(text);
	const blocks = parts.filter((part) => isCode(part) && !(part.isOpen && isCut));
	const marked = blocks.findLast(({ content }) => mark.test(content));
	const block = marked ?? blocks.findLast(({ language }) => language !== '');
	if (!block) return undefined;
	const beside = parts.filter((part) => part !== block).map(({ content }) => content);
	return { code: block.content, isMarked: marked !== undefined, beside };
}

function isCode({ kind, language, content }: Part): boolean {
	return kind === 'fence' && python.has(language) && !content.trimStart().startsWith('{');
}

/** Code without a fence that a model has put around it all the same. Pure. */
export function bareCode(code: string, field: CodeField): string {
	const found = codeBeside(code, field, false);
	const isAll = found?.beside.every((text) => text.trim() === '') === true;
	return found && (found.isMarked || isAll) ? found.code : code;
}
