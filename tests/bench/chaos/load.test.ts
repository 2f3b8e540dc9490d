import { describe, expect, it } from 'vitest';
import { turnsIn } from '../../../bench/chaos/ends.ts';
import { agentPlans, agentsWord, chaosScript, kindsWith } from '../../../bench/chaos/load.ts';
import { wordsOf } from '../../../bench/soak/conversation.ts';
import type { ChatRequest, ChatRequestMessage } from '../../../src/demo/model-server/script.ts';

const said = (number: number, kind: 'plain' | 'tool' | 'agent'): ChatRequestMessage => ({
	role: 'user',
	content: wordsOf({ number, kind }),
});
const request = (messages: readonly ChatRequestMessage[]): ChatRequest => ({ model: 'brain', messages: [...messages] });
const digest = 'a'.repeat(64);

function called(id: string, number: number, content: string): ChatRequestMessage[] {
	const text = JSON.stringify({ command: `sleep 0.5; made-${String(number).padStart(4, '0')}.txt` });
	return [
		{
			role: 'assistant',
			content: null,
			tool_calls: [{ id, type: 'function', function: { name: 'bash', arguments: text } }],
		},
		{ role: 'tool', tool_call_id: id, content },
	] as ChatRequestMessage[];
}

describe('the model of the chaos', () => {
	it('answers by the number, and works in the sandbox first where that is asked for', () => {
		expect(chaosScript(request([said(7, 'plain')]))).toEqual({ text: 'Answered no-0007.' });
		expect(chaosScript(request([said(9, 'tool')])).calls?.[0]).toMatchObject({ name: 'bash' });
		const done = [said(9, 'tool'), ...called('a', 9, `Exit code 0\n${digest}  -`)];
		expect(chaosScript(request(done))).toEqual({ text: `Answered no-0009 with ${digest}.` });
	});

	it('tries again what was interrupted, and at last answers without', () => {
		const tries = (count: number) =>
			Array.from({ length: count }, (_, at) => called(`${at}`, 9, 'The sandbox ended')).flat();
		expect(chaosScript(request([said(9, 'tool'), ...tries(7)])).calls).toHaveLength(1);
		expect(chaosScript(request([said(9, 'tool'), ...tries(8)]))).toEqual({ text: 'Answered no-0009.' });
	});
});

describe('a package', () => {
	it('is asked for before the work of every second tool message, once, whatever came of it', () => {
		const install = { name: 'install_packages', arguments: { packages: ['chaoskit-4'] } };
		expect(chaosScript(request([said(8, 'tool')])).calls).toEqual([install]);
		const refused: ChatRequestMessage[] = [
			{
				role: 'assistant',
				content: null,
				tool_calls: [
					{ id: 'p', type: 'function', function: { name: install.name, arguments: JSON.stringify(install.arguments) } },
				],
			},
			{ role: 'tool', tool_call_id: 'p', content: 'Nothing was installed' },
		] as ChatRequestMessage[];
		expect(chaosScript(request([said(8, 'tool'), ...refused])).calls?.[0]).toMatchObject({ name: 'bash' });
	});
});

describe('a coding agent', () => {
	const task = (number: number) => {
		const [call] = chaosScript(request([said(number, 'agent')])).calls ?? [];
		return call?.arguments as { readonly task: string };
	};

	it('is among what is said where one is installed, and has a plan for its task', () => {
		expect(kindsWith(undefined, 10)(0)).not.toContain('agent');
		expect([0, 1, 2].map((thread) => kindsWith('pi', 10)(thread).includes('agent'))).toEqual([true, true, false]);
		expect(kindsWith('pi', 1)(0)).toContain('agent');
		expect(agentPlans.filter(({ when }) => task(5).task.includes(when))).toHaveLength(1);
	});

	it('is known to be at work by its commands', () => {
		const commands = agentPlans.flatMap(({ steps }) =>
			steps.flatMap((step) => ('command' in step ? [step.command] : [])),
		);
		expect(commands.length).toBeGreaterThan(1);
		expect(commands.filter((command) => !command.includes(agentsWord))).toEqual([]);
	});

	it('is asked once, whatever came of it, and again for the next message', () => {
		const handed: ChatRequestMessage[] = [
			{
				role: 'assistant',
				content: null,
				tool_calls: [{ id: 'd', type: 'function', function: { name: 'delegate', arguments: JSON.stringify(task(5)) } }],
			},
			{ role: 'tool', tool_call_id: 'd', content: 'It ended at once' },
		] as ChatRequestMessage[];
		expect(chaosScript(request([said(5, 'agent'), ...handed]))).toEqual({ text: 'Answered no-0005.' });
		const both = chaosScript(request([said(5, 'agent'), ...handed, said(51, 'agent')]));
		expect(both.calls).toMatchObject([{ name: 'delegate', arguments: { task: task(51).task } }]);
	});
});

describe('the ends of turns', () => {
	it('are read from the journal, with the messages that each turn took', () => {
		const steps = [
			{ turn: 't1', type: 'taken', message: { role: 'user', text: 'This is no-0007, tool.' } },
			{ turn: 't1', type: 'ended', outcome: { outcome: 'failed', reason: 'x' } },
			{ turn: 't1', type: 'shown' },
			{ turn: 't2', type: 'taken', message: { role: 'user', text: 'This is no-0008, plain.' } },
		];
		const turns = turnsIn(steps.map((step) => `${JSON.stringify({ step })}\n`).join(''));
		expect(turns.get('t1')).toEqual({
			numbers: new Set(['0007']),
			types: new Set(['taken', 'ended', 'shown']),
			outcome: 'failed',
			reason: 'x',
		});
		expect(turns.get('t2')).toMatchObject({ types: new Set(['taken']), outcome: undefined });
	});
});
