import { describe, expect, it } from 'vitest';
import { messageWords } from '../../../../../src/adapters/discord/decode/words/message-words.ts';

const none = { content: '', embeds: [] };
const words = (message: object) => messageWords({ ...none, ...message } as never);

describe('the words of a message', () => {
	it('are what was typed, and quoted what bots have set beside it', () => {
		const embeds = [
			{ type: 'rich', title: 'Build 7', url: 'https://example.com/7', fields: [{ name: 'state', value: 'failed' }] },
		];
		expect(words({ content: 'look', embeds })).toBe('look\n> Build 7 (https://example.com/7)\n> state: failed');
	});

	it('tell of what a link leads to as people see it', () => {
		const url = 'https://example.com/a';
		const article = { type: 'article', title: 'A page', url, description: 'about', provider: { name: 'Example' } };
		expect(words({ content: url, embeds: [article] })).toBe(
			`${url}\n> Preview of a link:\n> Example\n> A page (${url})\n> about`,
		);
		expect(words({ embeds: [{ type: 'video', title: 'A talk', url }] })).toBe(
			`> Preview of a link:\n> A talk (${url})\n> (a video, which I cannot see)`,
		);
		expect(words({ embeds: [{ type: 'image', url }] })).toBe(`> (a picture behind a link, which I cannot see: ${url})`);
		expect(words({ embeds: [{ type: 'gifv', url }] })).toContain('a moving picture');
	});

	it('are those of an alert that has no text of its own', () => {
		const alert = {
			author: { name: 'Alertmanager' },
			title: 'DiskFull',
			description: 'db-7 at 97 %',
			image: { url: 'https://x/y' },
		};
		expect(words({ embeds: [alert] })).toBe(
			'> Alertmanager\n> DiskFull\n> db-7 at 97 %\n> (a picture, which I cannot see: https://x/y)',
		);
	});

	it('are those of a forwarded message, with whoever wrote it where that is known, and what it holds', () => {
		const forward = (message: object) => ({ message_snapshots: [{ message: { ...none, ...message } }] });
		expect(words(forward({ content: 'one\ntwo' }))).toBe('Forwarded message:\n> one\n> two');
		expect(words(forward({ content: 'a', author: { username: 'grace' } }))).toBe('Forwarded message of grace:\n> a');
		expect(words(forward({ sticker_items: [{ name: 'wave' }] }))).toContain('> (sticker: wave)');
		expect(words(forward({ attachments: [{ id: '1', filename: 'a.csv', url: 'https://x/a.csv' }] }))).toContain(
			'> (files alone)',
		);
		expect(words(forward({}))).toContain('> (its content, which I cannot read)');
	});

	it('are those of components: texts, buttons, choices, pictures, files', () => {
		const components = [
			{
				type: 17,
				components: [
					{ type: 10, content: '# Deploy 7' },
					{ type: 9, components: [{ type: 10, content: 'failed' }], accessory: { type: 2, label: 'Retry' } },
					{ type: 12, items: [{ media: { url: 'https://x/y.png' }, description: 'a curve' }] },
					{ type: 14 },
					{ type: 13, file: { url: 'attachment://log.txt' } },
					{
						type: 1,
						components: [
							{ type: 2, label: 'Docs', url: 'https://x' },
							{ type: 3, placeholder: 'Which?', options: [{ label: 'red' }, { label: 'blue' }] },
							{ type: 5 },
						],
					},
				],
			},
		];
		expect(words({ components }).split('\n')).toEqual([
			'# Deploy 7',
			'failed',
			'[button: Retry]',
			'(a picture, which I cannot see: a curve; https://x/y.png)',
			'(a file: log.txt)',
			'[link: Docs (https://x)] [choice: Which?: red / blue] [choice: of people]',
		]);
		expect(messageWords({ components } as never, { ours: true })).not.toMatch(/Retry|Docs|choice/);
	});

	it('are those of a poll, with its results', () => {
		const answer = (id: number, text: string) => ({ answer_id: id, poll_media: { text, emoji: { name: '🍲' } } });
		const poll = { question: { text: 'Lunch?' }, answers: [answer(1, 'soup'), answer(2, 'salad')] };
		expect(words({ poll })).toBe('Poll: Lunch?\n- 🍲 soup\n- 🍲 salad');
		const results = { is_finalized: true, answer_counts: [{ id: 1, count: 1 }] };
		expect(words({ poll: { ...poll, results } })).toBe(
			'Poll: Lunch? (ended)\n- 🍲 soup (1 vote)\n- 🍲 salad (0 votes)',
		);
		const fields = Object.entries({
			poll_question_text: 'Lunch?',
			victor_answer_text: 'soup',
			victor_answer_votes: '2',
			total_votes: '3',
		});
		const embed = { type: 'poll_result', fields: fields.map(([name, value]) => ({ name, value })) };
		expect(words({ type: 46, embeds: [embed] })).toBe(
			'(a poll has ended)\n> The poll "Lunch?" has ended: "soup" has won, 2 of 3 votes',
		);
	});

	it('name what nobody here hears or sees, and tell how people describe their files', () => {
		const voice = { filename: 'voice-message.ogg', content_type: 'audio/ogg', duration_secs: 12.4, waveform: 'AA' };
		expect(words({ flags: 8192, attachments: [voice] })).toBe('(a voice message of 12 s, which I cannot hear)');
		expect(words({ attachments: [{ filename: 'a.mp3', content_type: 'audio/mpeg' }] })).toBe(
			'(a recording, which I cannot hear: a.mp3)',
		);
		expect(words({ attachments: [{ filename: 'a.mp4', content_type: 'video/mp4', flags: 1 }] })).toBe(
			'(a clip, which I cannot see: a.mp4)',
		);
		expect(words({ attachments: [{ filename: 'x.png', title: '売上', description: 'sales by month' }] })).toBe(
			'(in words, 売上.png: sales by month)',
		);
		expect(words({ attachments: [{ id: '1', filename: 'a.csv', url: 'https://x/a.csv' }] })).toBe('');
	});

	it('name stickers, invitations, calls, subscriptions and themes', () => {
		expect(words({ sticker_items: [{ name: 'wave' }] })).toBe('(sticker: wave)');
		expect(words({ activity: { type: 1 }, application: { name: 'Chess' } })).toMatch(/^\(an invitation.*: Chess\)$/);
		expect(words({ type: 3, call: { participants: [] } })).toBe('(began a call, which I cannot hear)');
		const data = { tier_name: 'Gold', total_months_subscribed: 3 };
		expect(words({ type: 25, role_subscription_data: data })).toBe(
			'(subscribed to a role)\n(the subscription: Gold; 3 months)',
		);
		expect(words({ shared_client_theme: { colors: ['ff0000'] } })).toBe(
			'(a theme for Discord, which I cannot see: #ff0000)',
		);
	});

	it('are bounded, and cut where there are too many', () => {
		const text = 'x'.repeat(1_000_000);
		expect(words({ content: text }).length).toBeLessThan(100_100);
		expect(words({ content: text })).toMatch(/\(900000 more characters of this are left out\)$/);
		const many = Array.from({ length: 100_000 }, () => ({ type: 10, content: 'a' }));
		const nest = (inner: object) => ({ type: 17, components: [inner, { type: 10, content: 'b' }] });
		const deep = Array.from({ length: 1000 }).reduce<object>(nest, { type: 10, content: 'a' });
		expect(words({ components: [deep] })).toMatch(/^\(something that lies too deep, which I cannot read\)\nb/);
		const hand = (message: object) => ({ content: text, message_snapshots: [{ message }] });
		const handed = Array.from({ length: 1000 }).reduce<object>(hand, {});
		expect(words(handed).length).toBeLessThan(100_100);
		expect(words({ components: many })).toMatch(/\(this message holds more parts than are read\)$/);
	});
});
