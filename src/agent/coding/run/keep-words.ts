import { shorten } from '../../../base/text/shorten.ts';
import type { ToolContext } from '../../tool.ts';
import { nameOf } from './live-run.ts';
import { mostSaid } from './result-text.ts';
import type { RunRecord } from './run-record.ts';

/**
 * Writes an answer that is longer than a result tells into a file for people, one a prompt, and answers its path; the Brain gets the beginning alone.
 * Undefined where there is no need, or it cannot be written: nothing that was done is lost for that. Rejects with the signal's reason.
 */
export async function keepWords(
	text: string,
	{ asked, prompts, ...run }: RunRecord,
	{ sandbox, signal }: Pick<ToolContext, 'sandbox' | 'signal'>,
): Promise<string | undefined> {
	const content = text.trim();
	if (asked === 'brain' || shorten(content, mostSaid) === content) return undefined;
	const path = `/outputs/${nameOf(run)}${prompts === 0 ? '' : `-${prompts + 1}`}.md`;
	const isThere = await sandbox()
		.then((session) => session.call({ tool: 'write_file', args: { path, content } }, { signal }))
		.then(
			({ ok }) => ok,
			() => false,
		);
	signal.throwIfAborted();
	return isThere ? path : undefined;
}
