import { expect, it } from 'vitest';
import { inbound, message } from '../../../support/workbench.ts';
import { openCoding, says } from './open-coding.ts';

it('words for an agent that are deleted for good stand nowhere any more, and it is not told of them', async () => {
	const heard: string[] = [];
	await using at = await openCoding({
		prompt: async (text, watch) => {
			heard.push(text);
			return await says('Did it:')('', watch);
		},
	});
	await at.bench.say(inbound('command', { name: 'agent', args: 'codex mend it' }));
	const words = message('the password is xyzzy');
	await at.bench.say(words);
	await at.bench.say(inbound('delete', { of: words.key, gone: true }));
	await at.bench.dispatch.settled();
	at.coding.loseBoxes();
	await at.bench.say(message('go on'));
	expect(heard.at(-1)).toContain('> mend it');
	expect(heard.at(-1)).not.toContain('xyzzy');
	expect(JSON.stringify(await at.folder.journal.after(0))).not.toContain('xyzzy');
});

it('a message of a file alone for an agent leaves nothing of its name, either', async () => {
	await using at = await openCoding({ prompt: async () => ({ kind: 'done' }) });
	at.bench.platform.files.set('pay', Buffer.from('x'));
	await at.bench.say(inbound('command', { name: 'agent', args: 'codex look around' }));
	const sent = message('', [{ name: 'payroll.pdf', size: 1, source: 'pay' }]);
	await at.bench.say(sent);
	const kept = async () => JSON.stringify(await at.folder.journal.after(0));
	expect(await kept()).toContain('payroll');
	await at.bench.say(inbound('delete', { of: sent.key, gone: true }));
	await at.bench.dispatch.settled();
	expect(await kept()).not.toContain('payroll');
});
