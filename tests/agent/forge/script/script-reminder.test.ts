import { describe, expect, it } from 'vitest';
import { scriptReminder } from '../../../../src/agent/forge/script/script-reminder.ts';
import type { Message } from '../../../../src/store/journal.ts';
import { bashMessages } from './bash-messages.ts';

const said = (text: string): Message => ({ role: 'user', text: `[Time: now]\n${text}` });
const request = 'Sum up the sales of January by region';
const once = [said(request), ...bashMessages('python3 sum.py jan.csv')];

describe('the Brain is reminded of forge_from_script', () => {
	it('by a message like one that a script ran for', () => {
		expect(scriptReminder(once, 'Sum up the sales of February by region')).toMatch(/^\/workspace\/sum\.py was of use/);
	});

	it('by a script that ran on several inputs, whatever is asked', () => {
		expect(scriptReminder(bashMessages('python3 a.py 1', 'python3 a.py 2'), 'And now?')).toMatch(/^\/workspace\/a\.py/);
	});

	it.each<[string, readonly Message[], string]>([
		['another message', once, 'Which of these pictures shows a cat?'],
		['the first one', [said(request)], request],
		['one that no script ran for', [said(request), ...bashMessages('ls')], request],
		['one of few words', [said('Go on'), ...bashMessages('python3 a.py')], 'Go on'],
		['a call that failed', [said(request), ...bashMessages({ failed: 'python3 a.py' })], request],
	])('not by %s', (_, messages, text) => {
		expect(scriptReminder(messages, text)).toBeUndefined();
	});

	it('once, and not of a script that was made a tool', () => {
		const note = scriptReminder(once, request);
		expect(scriptReminder([...once, said(`x\n[Note: ${note}]`)], request)).toBeUndefined();
		const args = JSON.stringify({ path: 'sum.py' });
		const made: Message = {
			role: 'assistant',
			text: '',
			calls: [{ id: 'f', name: 'forge_from_script', arguments: args }],
		};
		expect(scriptReminder([...once, made], request)).toBeUndefined();
	});
});
