import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { askFor, yesWords } from '../../../src/agent/repo/propose/question.ts';
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
	return askFor({ repository, into: 'main', title, made: whole, verdict, yes, pull: undefined, replaced: undefined });
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

	it('says of a file with all of it that it is whole, and of no other', () => {
		const changes = Array.from({ length: 20 }, (_, at) => ({ path: `${at}.txt`, kind: 'created' as const }));
		const says = (diff: string) => ask({ changes, diff }).text.includes('All of it is in the file changes.diff');
		expect(says('+x\n')).toBe(true);
		expect(says(`+${'x'.repeat(400_000)}`)).toBe(false);
		expect(says('a.txt has changed (+900000 −0): too much to show\n')).toBe(false);
	});

	it('lets nothing of why it was not tested act', () => {
		const why = 'Cannot open acme/app in a sandbox: cannot create <!channel> @everyone **now**';
		const { text: asked } = ask({}, 'Mend', verdictOf('npm test', { kind: 'refused', why }));
		expect(asked).toContain('cannot create \\<\\!channel\\> @ everyone \\*\\*now\\*\\*');
	});

	it('cuts a file of a megabyte, and says so in it', () => {
		const { file } = ask({ diff: `+${'x'.repeat(1_000_000)}` });
		expect(file?.text.length).toBeLessThan(300_200);
		expect(file?.text).toMatch(/# The rest is left out: it is longer than 300,000 characters\.\n$/);
	});
});
