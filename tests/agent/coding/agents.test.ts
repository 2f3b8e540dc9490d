import { describe, expect, it } from 'vitest';
import { codingAgents } from '../../../src/agent/coding/agents.ts';
import { agentHome, type CodingAgent, gatewayUrl, type Launch } from '../../../src/agent/coding/coding-agent.ts';

const key = 'vk-0123456789abcdef';
const facts = { key, model: 'provider/model-7:b@1', baseUrl: gatewayUrl, asking: false, prompt: '--do this\n' };

const runnable = codingAgents.filter(({ run }) => run.kind !== 'refused');
const rows = runnable.map((agent): [string, CodingAgent] => [agent.name, agent]);

function launched({ run, options }: CodingAgent, given: object = {}, asking = false): Launch {
	if (run.kind === 'refused') throw new Error('It is refused');
	return run.launch({ ...facts, asking }, options.parse(given));
}

const agentNamed = (name: string) => codingAgents.find((agent) => agent.name === name);

function words({ argv, env, files = [] }: Launch): string {
	return [...argv, ...Object.entries(env).flat(), ...files.flatMap(({ path, content }) => [path, content])].join('\0');
}

describe.each(rows)('%s', (name, agent) => {
	it('is started by its full path, out of its own folder of the image', () => {
		const { argv } = launched(agent);
		expect(argv[0]).toMatch(/^\//);
		expect(argv.some((word) => word.startsWith(`/opt/agents/${name}/`))).toBe(true);
	});

	it('is given the key in its environment alone, where every other process of its user cannot read it in a list', () => {
		const { argv, env, files = [] } = launched(agent);
		expect(argv.join('\0')).not.toContain(key);
		expect(files.map(({ content }) => content).join('\0')).not.toContain(key);
		expect(Object.values(env)).toContain(key);
	});

	it('is told of the model, and of no other', () => {
		const text = words(launched(agent));
		expect(text).toContain(facts.model);
		expect(text).not.toMatch(/gpt-|claude-\d|gemini-\d|fake-model/);
	});

	it('is told of no address but the gateway’s, in words of its own or in the policy of the image', () => {
		const addresses = words(launched(agent)).match(/https?:\/\/[^\s"'\0]+/g) ?? [];
		expect(addresses.filter((address) => !address.startsWith(gatewayUrl))).toEqual([]);
	});

	it('has a home, a path, and nothing of this process’s environment', () => {
		const { env } = launched(agent);
		expect(env).toMatchObject({ HOME: agentHome, PATH: '/usr/local/bin:/usr/bin:/bin', TMPDIR: '/tmp' });
		expect(Object.keys(env)).not.toContain('NODE_OPTIONS');
	});

	it('has files laid below its home only, by plain paths', () => {
		for (const { path } of launched(agent).files ?? [])
			expect(path).toMatch(/^\/home\/smith\/(?:[\w.-]*\w[\w.-]*\/)*[\w.-]+$/);
	});

	it('has options that refuse what nobody knows, and models that are flags', () => {
		expect(agent.options.safeParse({}).success).toBe(true);
		expect(agent.options.safeParse({ model: 'qwen/qwen3:8b' }).success).toBe(true);
		for (const wrong of [{ model: '--help' }, { model: 'a b' }, { model: '' }, { model: 7 }, { tools: 'all' }])
			expect(agent.options.safeParse(wrong).success).toBe(false);
	});

	it('says of each option what it is, in words that can end a line of help', () => {
		for (const [option, schema] of Object.entries(agent.options.shape))
			expect([option, schema.description]).toEqual([option, expect.stringMatching(/^[a-z].{9,98}[^.]$/)]);
	});

	it('says that it asks exactly where it has a way to', () => {
		expect('ask' in agent.options.shape).toBe(!['pi', 'aider'].includes(name));
	});

	it('makes the same launch of the same facts', () => {
		expect(launched(agent)).toEqual(launched(agent));
	});
});

describe('modes', () => {
	it.each([
		['opencode', undefined, undefined],
		['pi', undefined, undefined],
		['codex', 'agent-full-access', 'read-only'],
		['claude', 'bypassPermissions', 'default'],
		['gemini', 'yolo', 'default'],
		['qwen', 'yolo', 'default'],
		['copilot', undefined, undefined],
	])('of %s are those that it was seen to have', (name, free, asking) => {
		const run = agentNamed(name)?.run;
		if (run?.kind !== 'acp') throw new Error('It does not speak the protocol');
		expect([run.mode(false), run.mode(true)]).toEqual([free, asking]);
	});

	it.each(['opencode', 'codex', 'gemini', 'qwen', 'copilot'])('of %s are in its launch too', (name) => {
		const agent = agentNamed(name);
		if (agent === undefined) throw new Error('There is none');
		expect(words(launched(agent, {}, true))).not.toBe(words(launched(agent, {}, false)));
	});
});

describe('hostile folders', () => {
	it('tell Claude Code nothing: neither their settings nor their servers are read, and it has no tool that reaches out', () => {
		const run = agentNamed('claude')?.run;
		expect(run).toMatchObject({
			newSessionMeta: {
				claudeCode: {
					options: {
						settingSources: ['user'],
						disallowedTools: ['WebFetch', 'WebSearch'],
						strictMcpConfig: true,
						promptSuggestions: false,
					},
				},
			},
		});
	});

	it.each([
		['opencode', 'OPENCODE_DISABLE_PROJECT_CONFIG', '1'],
		['opencode', 'OPENCODE_PURE', '1'],
		['opencode', 'OPENCODE_DISABLE_MODELS_FETCH', '1'],
		['pi', 'PI_OFFLINE', '1'],
		['codex', 'CODEX_ACP_PROMPT_SUGGESTIONS', 'false'],
		['claude', 'CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC', '1'],
		['gemini', 'GEMINI_CLI_NO_RELAUNCH', 'true'],
		['copilot', 'COPILOT_OFFLINE', 'true'],
		['aider', 'LITELLM_LOCAL_MODEL_COST_MAP', 'True'],
	])('and vendors: %s has %s=%s', (name, variable, value) => {
		const agent = agentNamed(name);
		expect(agent && launched(agent).env[variable]).toBe(value);
	});

	it('turn on no hosted search of Codex', () => {
		const agent = agentNamed('codex');
		const config = JSON.parse(String(agent && launched(agent, { effort: 'high' }).env['CODEX_CONFIG']));
		expect(config).toEqual({
			model: facts.model,
			review_model: facts.model,
			web_search: 'disabled',
			model_reasoning_effort: 'high',
		});
	});
});

describe('aider', () => {
	it('gets its task as a file, so that it is no flag and has any length', () => {
		const agent = agentNamed('aider');
		if (agent === undefined) throw new Error('There is none');
		const { argv, files } = launched(agent);
		expect(argv).not.toContain(facts.prompt);
		expect(files).toContainEqual({ path: argv[argv.indexOf('--message-file') + 1], content: facts.prompt });
	});
});

describe('the table', () => {
	it('has each name once, in lower case', () => {
		const names = codingAgents.map(({ name }) => name);
		expect(new Set(names).size).toBe(names.length);
		expect(names.join(' ')).toMatch(/^[a-z ]+$/);
	});

	it('has a dialect for each that runs, and a sentence for each that does not', () => {
		for (const agent of codingAgents) {
			const refused = agent.run.kind === 'refused';
			expect([agent.name, agent.dialects.length > 0]).toEqual([agent.name, !refused]);
			if (refused) expect(agent.run).toHaveProperty('why', expect.stringMatching(/^[A-Z].{30,200}\.$/));
			else expect(agent.run).not.toHaveProperty('notOn.runc');
		}
	});
});
