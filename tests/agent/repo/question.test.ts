import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askFor, yesWords } from '../../../src/agent/repo/propose/question.ts';
import { readingOf } from '../../../src/agent/repo/propose/reading.ts';
import { verdictOf } from '../../../src/agent/repo/propose/verdict.ts';
import type { Committed } from '../../../src/git/git.ts';
import { repositoryOf } from '../../support/repo/open-repo-work.ts';

const commit = 'a'.repeat(40);

function ask(
	made: Partial<Committed>,
	title = 'Mend',
	verdict = verdictOf(undefined, { kind: 'not-run', why: 'no admin has stated how' }),
	repository = repositoryOf(),
) {
	const yes = yesWords(undefined, undefined);
	const whole: Committed = { kind: 'committed', commit, changes: [], diff: '', ignored: [], findings: [], ...made };
	const reading = readingOf(whole);
	if (reading.kind === 'too-long') throw new Error(reading.why);
	const pulls = { pull: undefined, replaced: undefined };
	return askFor({ repository, into: 'main', title, made: whole, reading, verdict, yes, ...pulls });
}

const text = fc.string({ unit: 'binary', maxLength: 400 });
const made = fc.record({
	changes: fc.array(
		fc.record({ path: text, kind: fc.constantFrom('created' as const, 'changed' as const, 'deleted' as const) }),
		{
			maxLength: 30,
		},
	),
	findings: fc.array(
		fc.record({ severity: fc.constantFrom('admin' as const, 'tells' as const), path: text, why: text }),
		{
			maxLength: 30,
		},
	),
	diff: fc.array(text, { maxLength: 200 }).map((lines) => lines.join('\n')),
});

describe('the question of a proposal', () => {
	it('fits beside buttons whatever the files are called, and either holds the whole diff or names the file with it', () => {
		fc.assert(
			fc.property(made, text, (given, title) => {
				const { text: asked, file, role } = ask(given, title);
				expect(asked.length).toBeLessThanOrEqual(1_900);
				expect(asked).toContain(`pushes exactly this, ${commit.slice(0, 12)}`);
				expect(role).toBe(given.findings.some(({ severity }) => severity === 'admin') ? 'admin' : 'participant');
				if (file) expect(asked).toContain('read it before you decide');
				else expect(asked).toContain('```diff\n');
			}),
		);
	});

	it('lets nothing of what others wrote act or hide', () => {
		const { text: asked } = ask(
			{ changes: [{ path: 'a`\n@everyone', kind: 'created', added: 1, removed: 0 }], diff: '+```\n+\u202eevil' },
			'**Buy** <!here> @ada',
		);
		expect(asked).toContain('**\\*\\*Buy\\*\\* \\<\\!here\\> @ ada**');
		expect(asked).toContain("- A `a' @everyone` +1 −0");
		expect(asked).toContain('````diff\n+```\n+\\u{202e}evil\n````');
	});

	it('names a repository as it is called', () => {
		const named = { ...repositoryOf(), name: 'acme/my_app' };
		expect(ask({}, 'Mend', undefined, named).text).toContain('**Mend**: acme/my\\_app, into `main`');
	});

	it('lets nothing of why it was not tested act', () => {
		const why = 'Cannot open acme/app in a sandbox: cannot create <!channel> @everyone **now**';
		const { text: asked } = ask({}, 'Mend', verdictOf('npm test', { kind: 'refused', why }));
		expect(asked).toContain('cannot create \\<\\!channel\\> @ everyone \\*\\*now\\*\\*');
	});

	it('has the whole of a long diff in a file, to its last character', () => {
		const { text: asked, file } = ask({ diff: `+${'x'.repeat(7_000_000)}\n+last` });
		expect(file?.text === `\n\n+${'x'.repeat(7_000_000)}\n+last\n`).toBe(true);
		expect(asked).toContain('All of it is in the file changes.diff: read it before you decide.');
	});
});

describe('the verdict of a proposal', () => {
	const passed = { kind: 'passed', code: 0, tail: '', ms: 2_000 } as const;

	it('says with whose packages it was tested where the change is about these, in the thread and in the text', () => {
		const otherPackages = ['package-lock.json', 'a_b/package.json', 'c', 'd', 'e'];
		const { line, ran } = verdictOf('npm test', { ...passed, otherPackages });
		expect(line).toBe(
			'✅ Tests passed in 2 s, on exactly this, but with the packages of the base: package-lock.json, a\\_b/package.json, c, 2 more changed',
		);
		expect(ran[0]?.why).toBe(
			'exit code 0, 2 s, with the packages of the base: package-lock.json, a_b/package.json, c, 2 more changed',
		);
		expect(verdictOf('npm test', passed).line).toBe('✅ Tests passed in 2 s, on exactly this');
	});
});

describe('what is to be read before a yes', () => {
	const whole: Committed = { kind: 'committed', commit, changes: [], diff: '', ignored: [], findings: [] };

	it('is whole, or there is nothing to say yes to: what git has cut, and what has too many bytes', () => {
		const cut = [
			{ path: 'a`b.json', characters: 9_000_000 },
			{ path: 'c.ts', characters: 12 },
		];
		expect(readingOf({ ...whole, diff: '+x', cut })).toEqual({
			kind: 'too-long',
			why: expect.stringContaining(
				"Most of it: `a'b.json` (9,000,000 characters), `c.ts` (12 characters). Propose it in",
			),
		});
		const bytes = readingOf({ ...whole, diff: '+ü'.repeat(100) }, 300);
		expect(bytes).toMatchObject({ kind: 'too-long', why: expect.not.stringContaining('Most of it') });
		expect(readingOf({ ...whole, diff: '+ü'.repeat(100) }, 303)).toMatchObject({ kind: 'reading' });
	});

	it('counts the lists in front of a diff, too', () => {
		const changes = Array.from({ length: 50 }, (_, at) => ({ path: `${at}.txt`, kind: 'created' as const }));
		expect(readingOf({ ...whole, changes, diff: '+x' }, 500)).toMatchObject({ kind: 'too-long' });
	});
});
