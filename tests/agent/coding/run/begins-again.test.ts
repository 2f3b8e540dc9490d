import { describe, expect, it } from 'vitest';
import type { Driver } from '../../../../src/agent/coding/driver.ts';
import type { PermissionAsk } from '../../../../src/agent/coding/permission.ts';
import { aiderRow } from '../../../support/fake-coding.ts';
import { inbound, message } from '../../../support/workbench.ts';
import { openCoding, says } from './open-coding.ts';

type Prompt = Driver['prompt'];

const command = (args: string) => inbound('command', { name: 'agent', args });
const ask: PermissionAsk = {
	id: 't1',
	title: 'edit a.py',
	toolKind: 'edit',
	diffs: [{ path: 'a.py', before: 'one\n', after: 'two\n', added: 1, removed: 1 }],
	options: [{ id: 'yes', name: 'Yes', kind: 'allow_once' }],
};

const answerTo = (events: readonly { readonly type: string }[], value: string) => {
	const asked = events.findLast((event) => event.type === 'question') as unknown as { question: { id: string } };
	return inbound('answer', { question: asked.question.id, value });
};

describe('an agent that was put away', () => {
	it('while it waited for an answer is told what it was asked, said, planned and asked, and what people said', async () => {
		const heard: string[] = [];
		const prompt: Prompt = async (text, watch) => {
			heard.push(text);
			if (heard.length !== 2) return await says('Did')(text, watch);
			watch.onUpdate({ kind: 'text', text: 'I look at a.py first.' });
			watch.onUpdate({ kind: 'plan', entries: [{ text: 'Change a.py', status: 'in_progress' }] });
			await watch.onPermission(ask);
			return { kind: 'done' };
		};
		await using at = await openCoding({ prompt, limits: { askMs: 1 } });
		await at.bench.say(command('codex --ask look around'));
		await at.bench.say(message('now mend it'));
		await expect.poll(async () => (await at.runs())[0]?.state).toBe('parked');
		await at.bench.say(answerTo(at.bench.platform.events, 'Allow'));
		const [told = ''] = heard.slice(-1);
		for (const said of [
			/^now mend it\n\n\(You began on this before and asked for permission/,
			/> look around\n {2}Result:\n> Did look around/,
			'> I look at a.py first.',
			'> ▸ Change a.py',
			/> -one\n> \+two/,
			'A person allowed it.',
		])
			expect(told).toMatch(said);
		expect(told.match(/now mend it/g)).toHaveLength(1);
		expect((await at.runs())[0]?.last).toBeUndefined();
	});

	it('hears of what was said before with the next message, once', async () => {
		const heard: string[] = [];
		const prompt: Prompt = async (text, watch) => {
			heard.push(text);
			return await says('Did')(text, watch);
		};
		await using at = await openCoding({ prompt });
		await at.bench.say(command('codex mend it'));
		at.coding.loseBoxes();
		await at.bench.say(message('go on'));
		await at.bench.say(message('and on'));
		expect(heard[1]).toMatch(
			/^go on\n\n\(You have worked for these people before[\s\S]*> mend it\n {2}Result:\n> Did mend it/,
		);
		expect(heard[2]).toBe('and on');
	});

	it('is started again with the next message where it has ended by itself meanwhile', async () => {
		const heard: string[] = [];
		let opened = 0;
		let gone = 0;
		const prompt: Prompt = async (text, watch) => {
			heard.push(text);
			if (gone === opened) return { kind: 'failed', why: 'Codex has ended.' };
			return await says('Did')(text, watch);
		};
		const before = (what: string) => {
			if (what.startsWith('open')) opened += 1;
		};
		const broken = () => (gone === opened ? 'Codex has ended.' : undefined);
		await using at = await openCoding({ prompt, before, broken });
		await at.bench.say(command('codex mend it'));
		gone = 1;
		await at.bench.say(message('go on'));
		expect(at.answers().at(-1)).toContain('Did go on');
		expect([opened, heard[1]]).toEqual([2, expect.stringMatching(/^go on\n\n\([\s\S]*> mend it/)]);
	});

	it('is told nothing of what another run of its kind was asked', async () => {
		const heard: string[] = [];
		const prompt: Prompt = async (text, watch) => {
			heard.push(text);
			return await says('Did')(text, watch);
		};
		await using at = await openCoding({ prompt });
		await at.bench.say(command('codex keep out'));
		await at.bench.say(command('done'));
		await at.bench.say(command('codex mend it'));
		at.coding.loseBoxes();
		await at.bench.say(message('go on'));
		expect(heard.at(-1)).toContain('> mend it');
		expect(heard.at(-1)).not.toContain('keep out');
	});
});

it('an agent that is started for each prompt is told of those before', async () => {
	const heard: string[] = [];
	const prompt: Prompt = async (text, watch) => {
		heard.push(text);
		return await says('Did')(text, watch);
	};
	await using at = await openCoding({ prompt, agents: [aiderRow] });
	await at.bench.say(command('aider mend it'));
	await at.bench.say(message('and the tests'));
	expect(heard[0]).toBe('mend it');
	expect(heard[1]).toMatch(/^and the tests\n\n\([\s\S]*> mend it/);
});
