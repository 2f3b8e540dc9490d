import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadConfig, SettingsError } from '../../src/config/config.ts';
import { environment } from '../../src/config/environment.ts';
import { settingNames } from '../../src/config/settings.ts';

const exampleFile = join(import.meta.dirname, '../../deploy/example.env');

function problemsOf(env: Record<string, string>, dotEnv = ''): readonly string[] {
	try {
		loadConfig(env, dotEnv);
		return [];
	} catch (error) {
		if (error instanceof SettingsError) return error.problems;
		throw error;
	}
}

/** The settings of `deploy/example.env`, as they are when their "#" is taken away. */
function exampleSettings(): [name: string, value: string][] {
	const lines = readFileSync(exampleFile, 'utf8').matchAll(/^#?([A-Z][A-Z_]*)=(.*)$/gm);
	return [...lines].map(([, name = '', value = '']) => [name, value]);
}

/** No request could be sent with it, so that the server would seem not to be there. */
const noKey =
	'must be the whole key alone, without round quotes, the dots of a shortened one, or characters that cannot be seen';

describe('deploy/example.env', () => {
	it('has every setting once, and no other', () => {
		expect(
			exampleSettings()
				.map(([name]) => name)
				.sort(),
		).toEqual([...settingNames].sort());
	});

	it('is right as it stands, with nothing set and with everything set', () => {
		expect(problemsOf({}, readFileSync(exampleFile, 'utf8'))).toEqual([]);
		const given = Object.fromEntries(exampleSettings());
		const text = exampleSettings().map(([name, value]) => `${name}=${value}`);
		expect(problemsOf(given, text.join('\n'))).toEqual([]);
	});

	it('names the defaults', () => {
		const { settings } = loadConfig({});
		const shown = Object.fromEntries(exampleSettings().filter(([name]) => name in settings));
		expect(loadConfig(shown).settings).toEqual(settings);
	});
});

describe('settings', () => {
	it('are all reported at once, each by its variable, in lines for people', () => {
		const env = { SANDBOX_CPUS: 'many', SANDBOX_RUNTIME: 'docker', CODER_MODLE: 'x', FILE_LIMIT: '300m' };
		const wrong = [
			'CODER_MODLE is not a setting; did you mean CODER_MODEL?',
			'SANDBOX_RUNTIME must be auto, runc, crun, runsc or krun',
			'SANDBOX_CPUS must be a number',
			'FILE_LIMIT must not be above TURN_FILES_LIMIT',
		];
		expect(problemsOf(env)).toEqual(wrong);
		expect(() => loadConfig(env)).toThrow(`Settings are wrong:\n  ${wrong.join('\n  ')}\n4 to correct`);
	});

	it.each<readonly [name: string, value: string, problem: string]>([
		['OPENAI_BASE_URL', 'localhost:11434', 'must be an address that begins with http:// or https://'],
		[
			'OPENAI_BASE_URL',
			'http://me:secret@host/v1',
			'must hold no user name or password: the key is a setting of its own',
		],
		['OPENAI_BASE_URL', 'https://host/v1?key=secret', 'must end before any "?" or "#"'],
		['OPENAI_API_KEY', '   ', 'must not be blank'],
		...['“sk-abcdef”', 'sk-abc…xyz', 'sk-abc\u200bdef', 'sk-abc\ndef', '••••abcd'].flatMap((value) =>
			['OPENAI_API_KEY', 'GATEWAY_GEMINI_KEY', 'SLACK_CONFIG_TOKEN'].map((name) => [name, value, noKey] as const),
		),
		['SANDBOX_MEMORY', '1 apple', 'must be a size such as 512 MB or 2 GB'],
		['SANDBOX_MEMORY', '127 MB', 'must be at least 128 MB'],
		['FILE_LIMIT', '0', 'must be more than 0'],
		['FILE_LIMIT', `${'9'.repeat(20)}T`, 'is too large'],
		['SANDBOX_PIDS', '31', 'must be from 32 to 32768'],
		['SANDBOX_PIDS', '64.5', 'must be a whole number'],
		['SANDBOX_CPUS', '0', 'must be from 0.1 to 256'],
		['SANDBOX_ACCEPT', 'anything', 'must be unenforced-limits'],
		['LOG_LEVEL', 'loud', 'must be debug, info, warn, error or silent'],
		['THREADSMITH_HOME', '~/data', 'must be a path without "~"'],
		['EXTRA_PYTHON', 'scipy --index-url=http://evil', 'must be names of packages, separated by spaces'],
	])('%s=%s is refused: %s', (name, value, problem) => {
		expect(problemsOf({ [name]: value })).toEqual([`${name} ${problem}`]);
	});

	it.each([
		['NOTIFY', 'Off', 'off'],
		['LOG_LEVEL', ' WARN ', 'warn'],
		['OPENAI_API_KEY', 'Bearer sk-abcdef', 'sk-abcdef'],
		['OPENAI_BASE_URL', 'http://host/v1/chat/completions', 'http://host/v1'],
		['OPENAI_BASE_URL', 'http://host/v1/embeddings/', 'http://host/v1'],
		['OPENAI_BASE_URL', 'http://host/v1/models', 'http://host/v1'],
		['OPENAI_BASE_URL', 'http://host/v1/', 'http://host/v1/'],
	] as const)('%s=%s is taken as %s', (name, value, meant) => {
		expect(loadConfig({ [name]: value }).settings[name]).toBe(meant);
	});

	it('that are empty count as not set, in the environment and in .env', () => {
		const { settings, models } = loadConfig({ SANDBOX_CPUS: '', OPENAI_API_KEY: '', THREADSMITH_HOMR: '' });
		expect(settings.SANDBOX_CPUS).toBe(1);
		expect(models).toBeUndefined();
		process.env['TURN_MODEL_CALLS'] = '';
		try {
			expect(environment('TURN_MODEL_CALLS=7')['TURN_MODEL_CALLS']).toBe('7');
		} finally {
			delete process.env['TURN_MODEL_CALLS'];
		}
	});

	it('of .env give way to the environment', () => {
		process.env['TURN_MODEL_CALLS'] = '8';
		try {
			expect(environment('TURN_MODEL_CALLS=7')['TURN_MODEL_CALLS']).toBe('8');
		} finally {
			delete process.env['TURN_MODEL_CALLS'];
		}
	});

	it('keep the data folder absolute, under the XDG data folder when not named', () => {
		expect(loadConfig({ THREADSMITH_HOME: 'data' }).home).toBe(join(process.cwd(), 'data'));
		expect(loadConfig({ XDG_DATA_HOME: '/xdg' }).home).toBe('/xdg/threadsmith');
	});

	it("take the package index from uv's or pip's own variable, without the slash at its end", () => {
		expect(loadConfig({}).packageIndex).toBe('https://pypi.org/simple');
		const pip = { PIP_INDEX_URL: 'https://mirror.example/simple/' };
		expect(loadConfig(pip).packageIndex).toBe('https://mirror.example/simple');
		expect(loadConfig({ ...pip, UV_DEFAULT_INDEX: 'http://127.0.0.1:3141/root/+simple' }).packageIndex).toBe(
			'http://127.0.0.1:3141/root/+simple',
		);
		expect(problemsOf({ PIP_INDEX_URL: 'file:///wheels' })).toHaveLength(1);
	});
});

describe('names that are not settings', () => {
	it('are refused in the environment only when they begin like ours', () => {
		const env = { PATH: '/bin', HTTPS_PROXY: 'http://proxy', BRAIN_MODEL_NAME: 'x', THREADSMITH_TOKEN: 'x' };
		expect(problemsOf(env)).toEqual([
			'BRAIN_MODEL_NAME is not a setting; did you mean BRAIN_MODEL?',
			'THREADSMITH_TOKEN is not a setting; did you mean THREADSMITH_HOME?',
		]);
	});

	it('are refused in .env whatever they are, but for what others read', () => {
		const dotEnv =
			'HTTPS_PROXY=http://proxy\nno_proxy=x\nSSL_CERT_FILE=/ca\nNODE_OPTIONS=x\nTZ=UTC\nWHATEVER=1\nOPENAI_URL=x\n';
		expect(problemsOf({}, dotEnv)).toEqual([
			'OPENAI_URL is not a setting; did you mean OPENAI_BASE_URL?',
			'WHATEVER is not a setting',
		]);
	});
});

describe('contradictions', () => {
	it('a role without an endpoint for the Brain', () => {
		expect(problemsOf({ CODER_BASE_URL: 'http://127.0.0.1:1/v1', BRAIN_MODEL: 'x' })).toEqual([
			'BRAIN_MODEL has no effect without an endpoint for the Brain: set OPENAI_BASE_URL or OPENAI_API_KEY',
			'CODER_BASE_URL has no effect without an endpoint for the Brain: set OPENAI_BASE_URL or OPENAI_API_KEY',
		]);
	});

	it('are not made of a setting that is wrong by itself', () => {
		expect(
			problemsOf({ OPENAI_BASE_URL: 'nowhere', BRAIN_MODEL: 'x', TURN_FILES_LIMIT: '-', FILE_LIMIT: '1g' }),
		).toEqual([
			'OPENAI_BASE_URL must be an address that begins with http:// or https://',
			'TURN_FILES_LIMIT must be a size such as 512 MB or 2 GB',
		]);
	});
});

describe('sizes', () => {
	it.each([
		['1073741824', 2 ** 30],
		['512m', 512 * 2 ** 20],
		['512 MB', 512 * 2 ** 20],
		['1.5g', 1.5 * 2 ** 30],
		['2 GiB', 2 ** 31],
		['2Gi', 2 ** 31],
		['300 kb', 300 * 2 ** 10],
		['0.5T', 2 ** 39],
		['100 B', 100],
	])('%s is %d bytes', (text, bytes) => {
		expect(loadConfig({ FILE_LIMIT: text, TURN_FILES_LIMIT: '1T' }).settings.FILE_LIMIT).toBe(bytes);
	});

	it.each(['5i', '5ib', 'MB', '1,5 GB', '1e3', '-1', '0x10'])('%s is none', (text) => {
		expect(problemsOf({ FILE_LIMIT: text })).toEqual(['FILE_LIMIT must be a size such as 512 MB or 2 GB']);
	});
});

describe('secrets', () => {
	const secret = 'sk-proj-Zq7Hunter2';

	it('are never printed, whichever setting they were put into', () => {
		fc.assert(
			fc.property(fc.subarray([...settingNames], { minLength: 1 }), (names) => {
				const env = Object.fromEntries(names.map((name) => [name, `${secret} ~?#@`]));
				const text = names.map((name) => `${name}=${secret}`).join('\n');
				for (const dotEnv of ['', text]) expect(reportOf(env, dotEnv)).not.toContain('Hunter2');
			}),
		);
	});

	it.each([`${secret}=`, `${secret}=1`, `export ${secret}=x`, 'QUtJQUhVTlRFUjI==', `a\n\n${secret}=\n`])(
		'are not printed as a name either: %j',
		(dotEnv) => {
			expect(reportOf({}, dotEnv)).toMatch(/\.env, line [13]: what stands before the "=" is not a setting/);
			expect(reportOf({}, dotEnv)).not.toMatch(/Hunter2|QUtJQUhVTlRFUjI/);
		},
	);

	it('are known to the logger, each of them', () => {
		const keys = {
			OPENAI_API_KEY: 'a',
			BRAIN_API_KEY: 'b',
			CODER_API_KEY: 'c',
			SUMMARIZER_API_KEY: 'd',
			EMBED_API_KEY: 'e',
		};
		expect(loadConfig({ ...keys, EMBED_MODEL: 'm' }).secrets).toEqual(['a', 'b', 'c', 'd', 'e']);
		const { secrets } = loadConfig({ PIP_INDEX_URL: 'https://ada:p%40ss@mirror.example/simple' });
		expect(secrets).toEqual(['p%40ss', 'p@ss']);
	});

	function reportOf(env: Record<string, string>, dotEnv: string): string {
		try {
			return JSON.stringify(loadConfig(env, dotEnv)).slice(0, 0);
		} catch (error) {
			return `${String(error)} ${error instanceof SettingsError ? `${error.mend} ${error.problems.join()}` : ''}`;
		}
	}
});
