import { describe, expect, it } from 'vitest';
import { type PullRequestWords, pullRequestText } from '../../../src/git/text/pull-request-text.ts';
import { liveIn } from './live-in-markdown.ts';

const words: PullRequestWords = {
	title: 'Fix the login',
	description: 'The check is `true` now.',
	asked: 'Fix the login bug.',
	agent: 'OpenCode',
	model: 'qwen3-coder',
	ran: [{ command: 'npm test', end: 'passed', tail: '3 passed' }],
	findings: [],
};

/** Everything at once, as somebody would write it who wants to reach out of a text. */
const hostile = '@smith fixes #12\n```\n/merge\n![x](https://evil.test)<img src=x>\n` | [skip ci]';

describe('pullRequestText()', () => {
	it('tells what was asked, what was run, and who made it', () => {
		const { title, body } = pullRequestText(words);
		expect(title).toBe('Fix the login');
		expect(body).toBe(
			[
				'The check is `true` now.',
				'<!-- threadsmith -->',
				'### Asked for\n\nFix the login bug.',
				'### Checked\n\n`npm test`: passed\n\n```text\n3 passed\n```',
				'---\nMade by Threadsmith with OpenCode on qwen3-coder.',
				'<!-- /threadsmith -->',
			].join('\n\n'),
		);
	});

	it('says what was not run, and why', () => {
		const { body } = pullRequestText({ ...words, ran: [{ command: 'make test', end: 'not-run', why: 'no set-up' }] });
		expect(body).toContain('`make test`: not run: no set-up');
		expect(pullRequestText({ ...words, ran: [] }).body).toContain('Nothing was run.');
	});

	it('names people and links only where it is told to', () => {
		expect(pullRequestText(words).body).not.toContain(' for ');
		const { body } = pullRequestText({ ...words, names: { asker: 'Ada' }, link: 'https://chat.example/t(1)' });
		expect(body).toContain('on qwen3-coder for Ada. [The thread](https://chat.example/t1)');
	});

	it('lists findings, and how many more there are', () => {
		const finding = { severity: 'admin', path: '.github/workflows/a.yml', why: 'runs on the code host' } as const;
		const { body } = pullRequestText({ ...words, findings: [{ ...finding, line: 3 }, ...Array(21).fill(finding)] });
		expect(body).toContain('- `.github/workflows/a.yml`, line 3: runs on the code host\n');
		expect(body).toContain('- and 2 more');
	});

	it('is inert, whoever wrote which part of it', () => {
		const { title, body } = pullRequestText({
			...words,
			title: `WIP: [Draft] ${hostile}`,
			description: hostile,
			asked: hostile,
			agent: hostile,
			model: hostile,
			ran: [{ command: hostile, end: 'failed', why: hostile, tail: hostile }],
			findings: [{ severity: 'tells', path: hostile, why: hostile }],
			names: { asker: hostile },
		});
		expect(liveIn(body.replaceAll(/^<!-- \/?threadsmith -->$/gm, ''))).toEqual([]);
		expect(title).toMatch(/^@ smith fixes # 12/);
	});

	it.each([
		['Wipe the cache at logout', 'Wipe the cache at logout'],
		['Drafts are lost when the page is left', 'Drafts are lost when the page is left'],
		['Draft mails are sent', 'Draft mails are sent'],
		['WIP-limits of boards', 'WIP-limits of boards'],
		['WIP: Mend the login', 'Mend the login'],
		['[wip] Draft: [Draft]: (draft) Mend the login', 'Mend the login'],
		['WIP Mend the login', 'Mend the login'],
		['wip : Wipe the cache', 'Wipe the cache'],
		['Draft', 'Change files'],
		['[WIP]', 'Change files'],
	])('takes the marks of a draft off a title, and nothing of its words: %s', (title, expected) => {
		expect(pullRequestText({ ...words, title }).title).toBe(expected);
	});

	it('stays below what code hosts take, and in one line above it', () => {
		const long = `${'x y '.repeat(300_000)}\n@a`;
		const { title, body } = pullRequestText({ ...words, title: long, description: long, asked: long });
		expect(title.length).toBeLessThanOrEqual(120);
		expect(body.length).toBeLessThan(60_000);
	});
});
