import { randomBytes } from 'node:crypto';
import type { Plan } from '../../src/demo/provider/plan.ts';

/** A task for one agent: prompts, each with the plan by which the model carries it out. Nothing of it is as in another run. */
export interface AgentTask {
	readonly prompts: Readonly<Record<PromptName, string>>;
	readonly plans: readonly Plan[];
	/** The text of `hello.txt`, with its line's end. */
	readonly content: string;
	/** A command that goes on until it is ended, as no other process on this host is called. */
	readonly endless: string;
}

export type PromptName = 'first' | 'next' | 'allowed' | 'forbidden' | 'endless';

export function createTask(): AgentTask {
	const mark = randomBytes(6).toString('hex');
	const content = `hello ${mark}\n`;
	const at = (name: string) => `/workspace/${name}`;
	// Claude Code refuses a plain `sleep`
	const endless = `tail -f ${at(`endless-${mark}`)}`;
	const prompts = {
		first: `Write a greeting into hello.txt and count its bytes into size.txt (${mark}-first)`,
		next: `Copy hello.txt to copy.txt (${mark}-next)`,
		allowed: `Write allowed.txt (${mark}-allowed)`,
		forbidden: `Write forbidden.txt (${mark}-forbidden)`,
		endless: `Follow a file (${mark}-endless)`,
	} as const;
	const plans: readonly Plan[] = [
		{
			when: `${mark}-first`,
			steps: [
				{ kind: 'say', text: 'I write it first.' },
				{ kind: 'write', path: at('hello.txt'), content },
				{ kind: 'run', command: `wc -c < ${at('hello.txt')} > ${at('size.txt')}` },
				{ kind: 'say', text: `Both are written: ${mark}.` },
			],
		},
		{
			when: `${mark}-next`,
			steps: [
				{ kind: 'run', command: `cp ${at('hello.txt')} ${at('copy.txt')}` },
				{ kind: 'say', text: `Copied: ${mark}.` },
			],
		},
		...(['allowed', 'forbidden'] as const).map((name) => ({
			when: `${mark}-${name}`,
			steps: [
				{ kind: 'write' as const, path: at(`${name}.txt`), content },
				{ kind: 'say' as const, text: `That was ${name}: ${mark}.` },
			],
		})),
		{
			when: `${mark}-endless`,
			steps: [
				{ kind: 'run', command: `touch ${at(`endless-${mark}`)} && ${endless}` },
				{ kind: 'say', text: 'It has an end.' },
			],
		},
	];
	return { prompts, plans, content, endless };
}
