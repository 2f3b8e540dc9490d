import { describe, expect, it } from 'vitest';
import type { FakeDiscord } from '../../../support/fake-discord/fake-discord.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { openPatient, startPatientDiscord } from './open-patient.ts';
import { bytes, taken } from './taken.ts';

async function registered(discord: FakeDiscord): Promise<void> {
	await waitFor(() => discord.commands().length === 2, 'the commands');
}

describe('"Work on this"', () => {
	it('begins a thread on the message, with its words quoted and its files', async () => {
		await using discord = await startPatientDiscord();
		await using listen = await openPatient(discord);
		await registered(discord);
		const files = [{ name: 'may.csv', bytes: bytes('5') }];
		const target = await discord.as(discord.grace).say(discord.channel, 'Numbers\nof May', { files });
		const seen = await discord.as(discord.ada).messageCommand('Work on this', target);
		await waitFor(() => !seen.thinking && seen.response, 'the answer');
		expect(seen.ephemeral).toBe(true);
		expect(seen.response?.content).toContain(`https://discord.com/channels/${discord.guild}/${target}`);
		expect(listen.of('message')).toMatchObject([
			{
				key: `i/${seen.id}`,
				text: 'Work on this message of Grace:\n> Numbers\n> of May',
				files: [{ name: 'may.csv' }],
				thread: { id: `${discord.guild}-${discord.channel}-${target}` },
				person: { name: 'Ada' },
			},
		]);
		expect(discord.threads(discord.channel)).toMatchObject([{ id: target, name: 'Numbers of May' }]);
	});

	it('brings along what the message answers or forwards, with whose files they are', async () => {
		await using discord = await startPatientDiscord();
		await using listen = await openPatient(discord);
		await registered(discord);
		const [ada, grace, visitor] = [discord.as(discord.ada), discord.as(discord.grace), discord.as(discord.visitor)];
		const files = [{ name: 'may.csv', bytes: bytes('5') }];
		const numbers = await visitor.say(discord.channel, 'Numbers of May', { files });
		const reply = await grace.say(discord.channel, 'sum these up', { replyTo: numbers });
		const forward = await grace.say(discord.channel, '', { forwards: numbers });
		await ada.messageCommand('Work on this', reply);
		await taken(listen, 1);
		await ada.messageCommand('Work on this', forward);
		const [answers, hands] = await taken(listen, 2);
		expect(answers?.text.split('\n')).toEqual([
			'Work on this message of Grace:',
			'> sum these up',
			'> ',
			'> In reply to a message of Visitor:',
			'> > Numbers of May',
		]);
		expect(answers?.files).toMatchObject([{ name: 'may.csv', by: { name: 'Visitor' } }]);
		expect(hands?.text).toBe('Work on this message of Grace:\n> Forwarded message of Visitor:\n> > Numbers of May');
		expect(hands?.files).toMatchObject([{ name: 'may.csv', by: { name: 'Grace' } }]);
	});

	it('goes on in the thread that the message is in, with what was said before', async () => {
		await using discord = await startPatientDiscord();
		await using listen = await openPatient(discord);
		await registered(discord);
		const grace = discord.as(discord.grace);
		const root = await grace.say(discord.channel, 'Lunch?');
		const thread = await grace.startThread(root, 'Lunch');
		const target = await grace.say(thread, 'soup');
		await discord.as(discord.ada).messageCommand('Work on this', target);
		const [message] = await waitFor(() => listen.of('message').length === 1 && listen.of('message'), 'the message');
		expect(message).toMatchObject({
			withEarlier: true,
			thread: { id: `${discord.guild}-${discord.channel}-${thread}` },
		});
	});
});
