import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { commitMessage } from '../../../src/git/text/commit-message.ts';

const coAuthor = { name: 'Ada', email: 'ada@example.org' };

/** As git itself reads the trailers of a message. */
function trailersOf(message: string): string {
	return execFileSync('git', ['interpret-trailers', '--parse', '--no-divider'], { input: message }).toString();
}

describe('commitMessage()', () => {
	it('has a subject of at most 72 characters, an empty line, and the description', () => {
		const message = commitMessage({ title: 'x'.repeat(100), description: 'Because.' });
		expect(message).toBe(`${'x'.repeat(71)}…\n\nBecause.\n`);
	});

	it.each([
		['mentions', 'thanks @smith and a@b.c', 'thanks @ smith and a@b.c'],
		['closing words', 'Fixes #12, closes acme/app#3 and GH-4', 'Fixes # 12, closes acme/app# 3 and GH 4'],
		['addresses', 'closes https://github.com/acme/app/issues/3', 'closes github.com/acme/app/issues/3'],
		['trackers', 'Resolves: ABC-12', 'Resolves, ABC-12'],
		['trailers', 'Signed-off-by: Bob <bob@example.org>', 'Signed-off-by - Bob <bob@example.org>'],
		['trailers with a space', 'Co-authored-by : Bob', 'Co-authored-by - Bob'],
		['skipped pipelines', '[skip ci] [CI skip] ***NO_CI***', '(skip ci) (CI skip) NO_CI'],
		['skip-checks', 'skip-checks: true', 'skip-checks, true'],
		['comments', '# Please enter', 'Please enter'],
		['the end of a patch', '---\ndiff --git a b', '> ---\n> diff --git a b'],
		['control characters', 'a\u0000b\u001b[2J\u202ec', 'a\\x00b\\x1b[2J\\u202ec'],
	])('takes the life out of %s', (_, description, expected) => {
		expect(commitMessage({ title: 'Change', description })).toBe(`Change\n\n${expected}\n`);
	});

	it('keeps the subject in one line that is no comment and no trailer', () => {
		expect(commitMessage({ title: '# a\n\nSigned-off-by: b', description: '' })).toBe('a Signed-off-by: b\n');
		expect(commitMessage({ title: 'Fixes: #1', description: '' })).toBe('Fixes - # 1\n');
		expect(commitMessage({ title: ' \n', description: '' })).toBe('Change files\n');
	});

	it('leaves the form of Conventional Commits to the subject, in which nothing is a trailer all the same', () => {
		const subjects = ['fix: mend the login', 'fix(auth)!: mend the login', 'feat: let people in', 'docs: say how'];
		for (const title of subjects) {
			expect(commitMessage({ title, description: '' })).toBe(`${title}\n`);
			expect(trailersOf(commitMessage({ title, description: '' }))).toBe('');
			expect(trailersOf(commitMessage({ title, description: '', coAuthor }))).not.toContain('mend');
		}
		expect(commitMessage({ title: 'fix: #12', description: 'fix: #12' })).toBe('fix: # 12\n\nfix - # 12\n');
		expect(commitMessage({ title: 'fix: ABC-12', description: '' })).toBe('fix, ABC-12\n');
	});

	it('names the co-author alone in its trailers, whatever the name is', () => {
		const message = commitMessage({
			title: 'a',
			description: 'b\n\nCo-authored-by: Eve <eve@example.org>',
			coAuthor: { name: 'Ada>\nSigned-off-by: @x <', email: 'ada@example.org>\nCc: y' },
		});
		expect(trailersOf(message)).toBe('Co-authored-by: Ada Signed-off-by: x <ada@example.orgCcy>\n');
	});

	it('has no trailer of anybody else, as git reads it', () => {
		const part = fc.constantFrom(
			'Signed-off-by: b <b@c>',
			'Fixes: x',
			'Acked-by:x',
			'Note',
			'a',
			'\n',
			'\n\n',
			' ',
			':',
			'Cc: a',
		);
		fc.assert(
			fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
				const description = parts.join('');
				expect(trailersOf(commitMessage({ title: 't', description, coAuthor }))).toBe(
					'Co-authored-by: Ada <ada@example.org>\n',
				);
			}),
			{ numRuns: 60 },
		);
	});

	it('mentions and closes nothing, whatever the words are', () => {
		const part = fc.constantFrom(
			'@',
			'smith',
			'#',
			'12',
			'GH-',
			'https://',
			' ',
			'\n',
			'[',
			'skip ci',
			']',
			'!',
			'\\',
			'\u200b',
		);
		fc.assert(
			fc.property(fc.array(part, { maxLength: 16 }), (parts) => {
				const message = commitMessage({ title: parts.join(''), description: parts.join('') });
				expect(message).not.toMatch(/(?:^|\W)@[\w-]|[#!]\d|\bGH-\d|:\/\/|\[skip ci\]/i);
			}),
			{ numRuns: 1_000 },
		);
	});
});
