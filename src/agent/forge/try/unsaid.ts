import { wrongIn } from '../../../sandbox/tool-error.ts';
import type { ToolCase } from '../draft/cases.ts';
import type { Runs } from './run-cases.ts';

/** A refusal that was to say something, and does not say it to the letter: whether it means it, nobody can tell by comparing texts. */
export interface Unsaid {
	readonly wanted: string;
	readonly message: string;
}

/** The refusals of a draft that are to be held against what they should say. A message of a library's says what it says. Pure. */
export function unsaidIn(cases: readonly ToolCase[], { ends }: Pick<Runs, 'ends'>): readonly Unsaid[] {
	return cases.flatMap(({ expect }, index) => {
		const [end] = ends[index] ?? [];
		const wanted = expect.kind === 'error' ? (expect.says ?? '').trim() : '';
		if (wanted === '' || end?.ended !== 'error' || wrongIn(end.error) !== 'input') return [];
		const { message } = end.error;
		return message.toLowerCase().includes(wanted.toLowerCase()) ? [] : [{ wanted, message }];
	});
}
