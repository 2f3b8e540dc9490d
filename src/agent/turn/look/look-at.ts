import { z } from 'zod';
import type { Sandboxes } from '../../../sandbox/sandbox.ts';
import { defineTool, type Tool } from '../../tool.ts';
import { type KeepSeen, viewPicture } from './view-picture.ts';

const args = z.strictObject({
	path: z.string().min(1),
	page: z.number().int().min(1).optional().describe('Of a PDF, default 1'),
});

/** Shows the Brain a picture of the sandbox, such as a chart it has drawn, or a page of a PDF. */
export function lookAt(place: Sandboxes['place']): Tool {
	return defineTool({
		name: 'look_at',
		description: 'See a picture, such as a chart you drew, or a page of a PDF.',
		args,
		touches: 'looks',
		run: async ({ path, page }, { sandbox, session, signal }) => {
			const keep: KeepSeen = (files, until) => place(session.id, files, 'seen', until);
			const seen = await viewPicture({ path, page }, await sandbox(), keep, signal);
			if ('problem' in seen) return { ok: false, text: `Cannot look at "${path}": it ${seen.problem}` };
			const looked = [`Looked at "${path}"`, ...seen.remarks.map((remark) => `It ${remark}`)].join('. ');
			const words = seen.text === '' ? '' : `. The text of the page:\n${seen.text}`;
			return { ok: true, text: `${looked}${words}`, pictures: [seen.picture] };
		},
	});
}
