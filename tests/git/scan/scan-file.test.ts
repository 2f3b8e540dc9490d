import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanFile } from '../../../src/git/scan/scan-file.ts';
import { secretForms } from '../../../src/git/scan/secret-forms.ts';

const all = (): boolean => true;
const none = (): boolean => false;
const digits = '0123456789abcdef'.repeat(20);
const letters = 'qWeRtYuIoPaSdFgHjKlZxCvBnM1234567890'.repeat(20);
/** Put together here: these files are scanned, too. */
const secrets: readonly (readonly [string, string])[] = [
	['GitHub', `ghp_${letters.slice(0, 36)}`],
	['GitHub', `github_pat_${letters.slice(0, 82)}`],
	['GitLab', `glpat-${letters.slice(0, 20)}`],
	['Gitea', `gto_${digits.slice(0, 52)}`],
	['AWS', `AKIA${'QWERTYUIOPASDFGH'}`],
	['Google Cloud', `AIza${letters.slice(0, 35)}`],
	['OpenAI', `sk-proj-${letters.slice(0, 40)}T3BlbkFJ${letters.slice(0, 40)}`],
	['Anthropic', `sk-ant-api03-${letters.slice(0, 95)}`],
	['chat workspace', `xoxb-123456789012-123456789012-${letters.slice(0, 24)}`],
	['npm', `npm_${letters.slice(0, 36)}`],
	['PyPI', `pypi-AgEI${letters.slice(0, 80)}`],
	['Stripe', `sk_live_${letters.slice(0, 24)}`],
	['SendGrid', `SG.${letters.slice(0, 22)}.${letters.slice(0, 43)}`],
	['Twilio', `SK${digits.slice(0, 32)}`],
	['DigitalOcean', `dop_v1_${digits.slice(0, 64)}`],
	['Hugging Face', `hf_${'qWeRtYuIoPaSdFgHjKlZxCvBnMqWeRtYuI'}`],
	['Docker Hub', `dckr_pat_${letters.slice(0, 27)}`],
	['Azure', `abc8Q~${letters.slice(0, 34)}`],
	['JWT', `eyJ${letters.slice(0, 30)}.eyJ${letters.slice(0, 40)}.${letters.slice(0, 43)}`],
	['password in an address', `postgres://app:${letters.slice(0, 12)}@db`],
];

describe('scanFile()', () => {
	it.each(secrets)('finds a secret of %s, and does not tell it', (name, secret) => {
		const found = scanFile('a.ts', `const a = 1;\nconst key = '${secret}';\n`, all);
		expect(found).toHaveLength(1);
		expect(found[0]).toMatchObject({ path: 'a.ts', line: 2, why: expect.stringContaining(name) });
		expect(JSON.stringify(found)).not.toContain(secret.slice(0, 12));
	});

	it('blocks what only its vendor gives out, and asks of what other things look like, too', () => {
		const severities = (index: number): unknown =>
			scanFile('a', secrets[index]?.[1] ?? '', all).map(({ severity }) => severity);
		expect([severities(0), severities(13), severities(18)]).toEqual([['blocks'], ['admin'], ['tells']]);
	});

	it('looks at added lines alone', () => {
		const text = secrets.map(([, secret]) => secret).join('\n');
		expect(scanFile('a', text, none)).toEqual([]);
		expect(scanFile('a', text, (line) => line === 2).map(({ line }) => line)).toEqual([2]);
	});

	it.each([
		`ghp_${'x'.repeat(36)}`,
		'AKIAIOSFODNN7EXAMPLE',
		`postgres://user:$${'{PASSWORD}'}@db`,
		'postgres://user:password@db',
		'const token = process.env.API_TOKEN_2;',
		'password: str = Field(min_length=8)',
		'"integrity": "sha512-AbCdEf0123456789AbCdEf0123456789=="',
		'apiKeyHeaderName = some_function_name_here',
		`commit ${digits.slice(0, 40)}`,
	])('takes %j for no secret', (line) => {
		expect(scanFile('a.ts', line, all)).toEqual([]);
	});

	it('tells of what a name promises and what looks random', () => {
		expect(scanFile('a.ts', 'DB_PASSWORD = "k9$"\napi_key: "9fK2mQ7xT4vB8nZ1cW5j"', all)).toEqual([
			{ severity: 'tells', path: 'a.ts', line: 2, why: 'sets something that looks like a secret' },
		]);
	});

	it.each(['RSA PRIVATE KEY', 'PRIVATE KEY', 'OPENSSH PRIVATE KEY', 'EC PRIVATE KEY', 'PGP PRIVATE KEY BLOCK'])(
		'blocks a key that begins with %s, in lines or in one',
		(words) => {
			const body = letters.slice(0, 64);
			const whole = { severity: 'blocks', why: 'looks like a private key' };
			expect(scanFile('k', `-----BEGIN ${words}-----\n${body}\n`, all)).toMatchObject([whole]);
			expect(scanFile('k', `"-----BEGIN ${words}-----\\n${body}\\n"`, all)).toMatchObject([whole]);
			expect(scanFile('k', `-----BEGIN ${words}-----\n${body}\n`, (line) => line === 2)).toMatchObject([whole]);
			expect(scanFile('k', `if (text.includes('-----BEGIN ${words}-----'))`, all)).toMatchObject([
				{ severity: 'tells' },
			]);
		},
	);

	it.each([
		['.env', true],
		['app/.env.production', true],
		['.env.example', false],
		['deploy/id_ed25519', true],
		['store.P12', true],
		['environment.ts', false],
	])('knows %s by its name: %s', (path, isSecret) => {
		expect(scanFile(path, 'A=1', all).map(({ severity }) => severity)).toEqual(isSecret ? ['admin'] : []);
	});

	it('tells at most fifty of a kind, and of worse ones all the same', () => {
		const mild = 'api_key: "9fK2mQ7xT4vB8nZ1cW5j"\n'.repeat(1_000);
		const found = scanFile('a', `${mild}${secrets[0]?.[1]}`, all);
		expect(found).toHaveLength(51);
		expect(found.at(-1)).toMatchObject({ severity: 'blocks', line: 1_001 });
	});

	it('reads hostile text in one pass, whichever form it begins like', () => {
		const hostile = [
			'token',
			'password=',
			'://a:',
			'eyJ',
			'AKIA',
			'-----BEGIN ',
			'xoxb-',
			'0',
			'a.b.',
			'M'.repeat(24),
			'\n',
			'glc_a',
		];
		const units = [...hostile, ...secretForms.map(({ sign }) => sign)];
		for (const unit of units) scanFile('a', unit.repeat(Math.ceil(30_000 / unit.length)), all);
		expect(units.length).toBeGreaterThan(60);
	});

	it('bounds each repetition of its forms, so that none can run away', () => {
		for (const { form } of secretForms)
			expect(form.source.replaceAll(/\[(?:\\.|[^\]])*\]/g, 'x')).not.toMatch(/[*+]|,\}/);
	});

	it('takes any text', () => {
		fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => Array.isArray(scanFile(text, text, all))));
	});
});
