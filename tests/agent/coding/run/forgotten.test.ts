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
