import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Driver } from '../../../../src/agent/coding/driver.ts';
import { inbound, message } from '../../../support/workbench.ts';
import { openCoding } from './open-coding.ts';

type Prompt = Driver['prompt'];

const command = (args: string) => inbound('command', { name: 'agent', args });

describe('a coding agent that does or says much', () => {
	it('goes on to be seen where it does more than there are lines for', async () => {
		const prompt: Prompt = async (_text, { onUpdate }) => {
			// As of a program: whoever watches is there by then.
			await setImmediate();
			for (let at = 1; at <= 300; at += 1)
				onUpdate({ kind: 'tool', card: { id: `t${at}`, title: `step ${at}`, toolKind: 'execute', status: 'done' } });
			return { kind: 'done' };
		};
		await using at = await openCoding({ prompt });
		await at.bench.say(command('codex mend it'));
		const steps = at.bench.platform.events.flatMap((event) => (event.type === 'tool-step' ? [event.step] : []));
		expect(new Set(steps.map(({ id }) => id)).size).toBe(201);
		expect(steps.at(-1)).toMatchObject({ tool: '▶ step 300', title: '(and 99 more)' });
	});

	it('hands an answer that is longer than a message over as a file, whole', async () => {
		const said = `${'A word. '.repeat(1_000)}The end.`;
		const prompt: Prompt = async (_text, { onUpdate }) => {
			onUpdate({ kind: 'text', text: said });
			return { kind: 'done' };
		};
		await using at = await openCoding({ prompt });
		await at.bench.say(command('codex explain it'));
		expect(at.answers()[0]).toContain(
			'…\n\n_This is its beginning: all of it is in /outputs/codex-1.md._\n\nCodex changed',
		);
		await at.bench.say(message('once more'));
		const files = at.bench.platform.events.filter(({ type }) => type === 'artifact');
		expect(files).toMatchObject([
			{ name: 'codex-1.md', size: said.length },
			{ name: 'codex-1-2.md', size: said.length },
		]);
	});
});

it('a coding agent says for how long it is the one that answers', async () => {
	await using at = await openCoding({ prompt: async () => ({ kind: 'done' }), limits: { idleMs: 15 * 60_000 } });
	await at.bench.say(command('codex mend it'));
	expect(at.bench.platform.posts.join('\n')).toMatch(
		/Codex answers in this thread from now on, until .*agent done.*, or 15 minutes without a message\./,
	);
});
