import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { listText, mustRunHere, rowsNamed } from '../../../scripts/set-up/agents/choose.mjs';
import {
	agentFileFor,
	groundFileFor,
	groundStagesOf,
	guestFileFor,
	hashOf,
	readAgentsFile,
	readContainerfile,
	stagesOf,
} from '../../../scripts/set-up/agents/containerfile.mjs';
import { agentRows, refusedAgents } from '../../../scripts/set-up/agents/table.mjs';
import { codingAgents } from '../../../src/agent/coding/agents.ts';
import { gatewayUrl } from '../../../src/agent/coding/coding-agent.ts';

const folder = join(import.meta.dirname, '../../../deploy/agents');
const names = agentRows.map(({ name }) => name);
const read = (path: string): string => readFileSync(join(folder, path), 'utf8');

describe('the image', () => {
	it.each(['arm64', 'riscv64'])(
		'is refused on %s before anything is fetched, with what to do',
		async (architecture) => {
			expect(() => mustRunHere(architecture)).toThrow(
				`its packages are programs for x86-64, and this machine is ${architecture}. Run Threadsmith on an x86-64 machine`,
			);
			expect(() => mustRunHere('x64')).not.toThrow();
			const onIt = `Object.defineProperty(process, 'arch', { value: ${JSON.stringify(architecture)} });`;
			const preload = `data:text/javascript,${encodeURIComponent(onIt)}`;
			const script = fileURLToPath(new URL('../../../scripts/agents-image.mjs', import.meta.url));
			const run = promisify(execFile)(process.execPath, ['--import', preload, script, 'pi'], { timeout: 60_000 });
			await expect(run).rejects.toMatchObject({
				code: 1,
				stdout: '',
				stderr: expect.stringContaining(`this machine is ${architecture}`),
			});
		},
	);

	it('has what the rows run, and refuses what they refuse, in the same words', () => {
		const runnable = codingAgents.filter(({ run }) => run.kind !== 'refused');
		expect(agentRows.map(({ name, title }) => [name, title])).toEqual(runnable.map(({ name, title }) => [name, title]));
		const refused = codingAgents.flatMap(({ name, title, run }) =>
			run.kind === 'refused' ? [{ name, title, why: run.why }] : [],
		);
		expect(refusedAgents).toEqual(refused);
	});

	it('starts the programs that the rows start', () => {
		for (const { name, program } of agentRows) {
			const run = codingAgents.find((agent) => agent.name === name)?.run;
			if (run === undefined || run.kind === 'refused') throw new Error(`${name} does not run`);
			const { argv } = run.launch({ key: 'k', model: 'm', baseUrl: gatewayUrl, asking: false, prompt: 'p' }, {});
			expect([name, argv.includes(program)]).toEqual([name, true]);
		}
	});

	it('has a stage and a folder for each, and no other', () => {
		const folders = readdirSync(folder).filter((name) => name !== 'etc');
		expect(folders.sort()).toEqual(names.toSorted());
		const stages = stagesOf(readAgentsFile()).stages.map(({ name }) => name);
		expect(stages.toSorted()).toEqual(['npm', 'python', 'agents', ...names].toSorted());
	});

	it('has the exact versions of the table, each file by its hash, from no index in particular', () => {
		for (const { name, packages } of agentRows) {
			const lock = name === 'aider' ? read('aider/requirements.txt') : read(`${name}/package-lock.json`);
			expect(lock).not.toMatch(/"resolved"|https?:\/\/[^"\s]*(?:registry|npmjs|pypi|pythonhosted)/);
			for (const one of packages) expect([one, lockHas(name, lock, one)]).toEqual([one, true]);
		}
	});

	it('runs no script of a package', () => {
		expect(readAgentsFile()).toContain('npm ci --ignore-scripts');
		expect(readAgentsFile()).not.toMatch(/\bnpm (?:rebuild|run|install(?!-agent))\b/);
		expect(readAgentsFile()).toMatch(/uv pip install .*--no-build --require-hashes/s);
	});
});

function lockHas(name: string, lock: string, wanted: string): boolean {
	if (name === 'aider') return lock.split('\n').some((line) => line.startsWith(`${wanted} --hash=sha256:`));
	const packages: Record<string, { version: string; integrity?: string }> = JSON.parse(lock).packages;
	const all = Object.entries(packages).filter(([path]) => path !== '');
	const at = wanted.lastIndexOf('@');
	const entry = packages[`node_modules/${wanted.slice(0, at)}`];
	return entry?.version === wanted.slice(at + 1) && all.every(([, { integrity }]) => integrity?.startsWith('sha512-'));
}

describe('Containerfiles', () => {
	const text =
		'ARG A\n\n# ---- one\nFROM a AS one\nRUN x\n\n# ---- two\n# more\nFROM one AS two\nCOPY y y\n# kept\nRUN z\n';

	it('are cut into stages without the comments above these', () => {
		expect(stagesOf(text)).toEqual({
			head: 'ARG A\n\n',
			stages: [
				{ name: 'one', text: 'FROM a AS one\nRUN x\n\n' },
				{ name: 'two', text: 'FROM one AS two\nCOPY y y\n# kept\nRUN z\n' },
			],
		});
	});

	it('of an agent have its stage and the one that this stands on', () => {
		expect(stagesOf(agentFileFor(readAgentsFile(), 'aider')).stages.map(({ name }) => name)).toEqual([
			'python',
			'aider',
		]);
		expect(stagesOf(agentFileFor(readAgentsFile(), 'pi')).stages.map(({ name }) => name)).toEqual(['npm', 'pi']);
	});

	it('of the ground have a layer for each agent, before what changes with the policies', () => {
		const lines = groundFileFor(readAgentsFile(), [
			{ name: 'pi', tag: 'localhost/pi:1' },
			{ name: 'codex', tag: 'localhost/codex:2' },
		]).split('\n');
		const from = lines.findIndex((line) => line.endsWith(' AS agents'));
		expect(lines.slice(from + 1, from + 3)).toEqual([
			'COPY --from=localhost/pi:1 /opt/agents/pi /opt/agents/pi',
			'COPY --from=localhost/codex:2 /opt/agents/codex /opt/agents/codex',
		]);
		expect(lines.indexOf('COPY deploy/agents/etc/ /etc/')).toBeGreaterThan(from + 2);
	});

	it('of the guest are the last stage of the sandbox’s, on another ground', () => {
		const guest = guestFileFor(readContainerfile(), 'localhost/ground:1');
		expect(guest).toMatch(/^FROM localhost\/ground:1 AS sandbox\n/);
		expect(guest).toContain('/opt/threadsmith/guest.mjs');
		expect(groundStagesOf(readContainerfile())).not.toContain('guest.mjs');
	});

	it('are another thing where one file of a folder is', () => {
		expect(hashOf(['a'], ['pi'])).not.toBe(hashOf(['a'], ['codex']));
		expect(hashOf(['a'])).toMatch(/^[0-9a-f]{12}$/);
	});

	it('come with all that they copy: .containerignore lets it through', () => {
		expect(readFileSync(join(folder, '../../.containerignore'), 'utf8').split('\n')).toContain('!deploy/agents');
	});
});

describe('policies', () => {
	const policies = {
		opencode: JSON.parse(read('etc/opencode/opencode.json')),
		claude: JSON.parse(read('etc/claude-code/managed-settings.json')),
		gemini: JSON.parse(read('etc/gemini-cli/settings.json')),
		qwen: JSON.parse(read('etc/qwen-code/settings.json')),
		codex: parseToml(read('etc/codex/config.toml')),
	};

	it('deny each agent its tools that reach out', () => {
		expect(policies.opencode.permission).toMatchObject({ webfetch: 'deny', websearch: 'deny', codesearch: 'deny' });
		expect(policies.claude.permissions.deny).toEqual(['WebFetch', 'WebSearch']);
		expect(policies.qwen.tools.exclude).toEqual(['web_fetch', 'web_search']);
		expect(policies.codex['web_search']).toBe('disabled');
		// Without the empty list, a server that the folder names runs
		const required = { allowed_web_search_modes: ['disabled'], mcp_servers: {} };
		expect(parseToml(read('etc/codex/requirements.toml'))).toEqual(required);
		expect(parseToml(read('etc/gemini-cli/policies/noweb.toml'))).toEqual({
			rule: [{ toolName: ['web_fetch', 'google_web_search'], decision: 'deny', priority: 999 }],
		});
	});

	it('let OpenCode’s last rule that fits be a denial, as that one holds', () => {
		expect(Object.keys(policies.opencode.permission)[0]).toBe('*');
	});

	it('make one model of all that Gemini CLI asks for: what matches nothing in particular is left out there, and all stand on "base"', () => {
		expect(policies.gemini.modelConfigs.customOverrides).toEqual([
			{ match: { model: 'base' }, modelConfig: { model: '$GEMINI_MODEL' } },
		]);
	});

	it('run no hook of a folder', () => {
		expect(policies.claude.allowManagedHooksOnly).toBe(true);
		expect(policies.gemini.hooksConfig).toEqual({ enabled: false });
		expect(policies.qwen.disableAllHooks).toBe(true);
	});

	it('send nothing to a vendor, and update nothing', () => {
		expect(policies.opencode).toMatchObject({ autoupdate: false, share: 'disabled' });
		expect(policies.claude.env).toMatchObject({
			DISABLE_AUTOUPDATER: '1',
			CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
		});
		for (const { general, privacy, telemetry } of [policies.gemini, policies.qwen])
			expect([general.enableAutoUpdate, privacy.usageStatisticsEnabled, telemetry.enabled]).toEqual([
				false,
				false,
				false,
			]);
		expect(policies.codex).toMatchObject({ check_for_update_on_startup: false, analytics: { enabled: false } });
	});

	it('know no address but the gateway’s, and no key', () => {
		const texts = Object.values(policies).map((policy) => JSON.stringify({ ...policy, $schema: undefined }));
		const addresses = texts.join('\n').match(/https?:\/\/[^"/]+/g) ?? [];
		expect(new Set(addresses)).toEqual(new Set([gatewayUrl]));
	});

	it('name no variable that no launch sets', () => {
		const used = read('etc/opencode/opencode.json').matchAll(/\{env:(\w+)\}/g);
		const run = codingAgents.find(({ name }) => name === 'opencode')?.run;
		if (run?.kind !== 'acp') throw new Error('OpenCode does not run');
		const { env } = run.launch({ key: 'k', model: 'm', baseUrl: gatewayUrl, asking: true }, {});
		for (const [, name = ''] of used) expect(Object.keys(env)).toContain(name);
	});
});

describe('threadsmith image agents', () => {
	it('takes all agents where none is named, and those that are named in the order of their layers', () => {
		expect(rowsNamed([])).toEqual(agentRows);
		expect(rowsNamed(['codex', 'opencode', 'codex']).map(({ name }) => name)).toEqual(['opencode', 'codex']);
	});

	it('says what there is where a name is none, and why one is refused', () => {
		expect(() => rowsNamed(['opncode'])).toThrow(/^There is no agent "opncode": there are opencode, pi, /);
		expect(() => rowsNamed(['cursor'])).toThrow(/^Cursor’s agent speaks to its vendor’s servers alone/);
	});

	it('lists each with what is to be known of it', () => {
		const lines = listText(['pi']).split('\n');
		expect(lines).toHaveLength(1 + agentRows.length + refusedAgents.length);
		expect(lines.find((line) => line.startsWith('pi '))).toMatch(/^pi +built +\d+ MB +MIT +runs on .*pi-acp@/);
		expect(lines.find((line) => line.startsWith('codex '))).toMatch(/^codex +not built /);
		expect(lines.at(-1)).toMatch(/^cursor +refused +Cursor’s agent/);
	});
});
