import { expect, it } from 'vitest';
import { inbound } from '../../../support/workbench.ts';
import { openCoding, says } from '../../coding/run/open-coding.ts';

it('"/agent" alone tells how those that are installed are asked, and why others cannot be', async () => {
	await using at = await openCoding({ prompt: says('Did') });
	await at.bench.say(inbound('command', { name: 'agent', args: '' }));
	const [text = ''] = at.bench.platform.posts;
	expect(text.split('\n')).toEqual([
		'A coding agent works on a copy of a folder, and what it changes comes back.',
		'- `/agent codex [--folder <folder>] [--model <model>] [--ask] [--effort low|high] <task>`',
		'Cursor speaks only to its vendor.',
	]);
});

it('"/agent codex" without a task tells in a short line how it is asked, and its options a line each', async () => {
	await using at = await openCoding({ prompt: says('Did') });
	await at.bench.say(inbound('command', { name: 'agent', args: 'codex' }));
	expect(at.bench.platform.posts).toEqual([
		[
			'/agent codex [options] <task>: takes what is to be done',
			'- `--folder <folder>`: a folder below /workspace to work in (default: all of that)',
			'- `--model <model>`: the model that it uses (default: the first that the gateway offers)',
			'- `--ask`: ask in the thread before it writes or runs anything',
			'- `--effort low|high`: how hard it thinks',
		].join('\n'),
	]);
});

it('says where an option stands behind the task, which is words to it then', async () => {
	await using at = await openCoding({ prompt: says('Did') });
	await at.bench.say(inbound('command', { name: 'agent', args: 'codex mend it --ask' }));
	expect(at.answers()[0]).toMatch(/^Did mend it --ask\n/);
	expect(at.bench.platform.posts.join('\n')).toContain('`--ask` stands at the end and was taken for words');
	await at.bench.say(inbound('command', { name: 'agent', args: 'codex mend --ask, too' }));
	expect(at.bench.platform.posts.join('\n').match(/stands at the end/g)).toHaveLength(1);
});
