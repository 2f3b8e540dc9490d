import { readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { importsOf, type Sources, strayEnvironment, strayImports } from './support/architecture-rules.ts';
import { crowdedFolders, cyclesOf, graphOf, idleComments, longestChain, reachedFrom } from './support/house-shape.ts';
import { strayPlatformWords } from './support/platform-words.ts';
import { wideContracts } from './support/wide-contracts.ts';

const root = join(import.meta.dirname, '..', 'src');
let house: Sources;
/** With what is written in other languages, such as the guest's Python. */
let files: readonly string[];

beforeAll(async () => {
	const entries = await readdir(root, { recursive: true, withFileTypes: true });
	const code = entries.filter((entry) => entry.isFile() && /\.(?:ts|py)$/.test(entry.name));
	files = code.map((entry) => relative(root, join(entry.parentPath, entry.name)));
	const paths = files.filter((file) => file.endsWith('.ts')).map((file) => join(root, file));
	// One after the other: there are more files than a process may have open everywhere.
	house = new Map(paths.map((path) => [relative(root, path), readFileSync(path, 'utf8')]));
});

describe('the house', () => {
	it('has rooms that import only downwards, and packages only in their homes', () => {
		expect(house.size).toBeGreaterThan(100);
		expect(strayImports(house)).toEqual([]);
	});

	it('reads the environment in config/environment.ts alone', () => {
		expect(strayEnvironment(house)).toEqual([]);
		expect(house.get('config/environment.ts')).toContain('process.env');
	});

	it('names platforms in their own folders, and in the one list of them', () => {
		expect(strayPlatformWords(house)).toEqual([]);
		expect(house.get('platforms.ts')).toContain('slackFacts');
	});

	it('has folders in which one finds a file', () => {
		expect(crowdedFolders(files, 16)).toEqual([]);
	});

	it('has files that need no circle of others to be understood, types included', () => {
		expect(cyclesOf(graphOf(house, 'types too'))).toEqual([]);
	});

	it('has short ways down from a file to what it stands on', () => {
		expect(longestChain(graphOf(house, 'values')).length).toBeLessThanOrEqual(17);
	});

	it("has a helper of root's that loads no model, chat or MCP package, whatever it may come to need", () => {
		const loaded = reachedFrom(graphOf(house, 'values'), 'sandbox/podman/host/serve-helper.ts');
		const names = [...loaded].flatMap((file) => importsOf(house.get(file) ?? ''));
		const packages = names.filter((name) => !/^(?:\.|node:)/.test(name));
		expect(new Set(packages)).toEqual(new Set(['zod', 'dockerode', 'p-queue']));
		expect([...loaded].filter((file) => /^(?!sandbox|base)|guest\/(?!sanitise)|guest-client/.test(file))).toEqual([]);
	});

	it('has comments that say the thing or the reason', () => {
		expect(idleComments(house)).toEqual([]);
	});

	it('has contracts of at most five members', () => {
		expect(wideContracts(house)).toEqual([]);
	});
});

describe('strayImports()', () => {
	it.each([
		['an adapter that sees another', 'adapters/slack/a.ts', '../discord/b.ts', 'adapters/discord/b.ts'],
		['the seam that sees a platform', 'adapters/adapter.ts', './terminal/a.ts', 'adapters/terminal/a.ts'],
		['an adapter that sees the turn', 'adapters/terminal/a.ts', '../../agent/turn/scope.ts', 'agent/turn/scope.ts'],
		[
			'an adapter that sees folders',
			'adapters/terminal/a.ts',
			'../../store/session/session-folder.ts',
			'store/session/session-folder.ts',
		],
		['an adapter that sees the sandbox', 'adapters/adapter.ts', '../sandbox/sandbox.ts', 'sandbox/sandbox.ts'],
		['an agent that sees an adapter', 'agent/agent.ts', '../adapters/adapter.ts', 'adapters/adapter.ts'],
		['an agent that sees a store', 'agent/turn/a.ts', '../../store/embedded/database.ts', 'store/embedded/database.ts'],
		[
			'an agent that sees Podman',
			'agent/dispatch.ts',
			'../sandbox/podman/service/engine.ts',
			'sandbox/podman/service/engine.ts',
		],
		['a turn that sees dispatch', 'agent/turn/a.ts', '../dispatch/showing/say.ts', 'agent/dispatch/showing/say.ts'],
		['a command that sees the turn', 'agent/commands/a.ts', '../turn/stop.ts', 'agent/turn/stop.ts'],
		['the forge that sees the turn', 'agent/forge/a.ts', '../turn/scope.ts', 'agent/turn/scope.ts'],
		['the forge that sees memory', 'agent/forge/a.ts', '../memory/b.ts', 'agent/memory/b.ts'],
		[
			'a session that sees a tool registry',
			'agent/session/a.ts',
			'../forge/registry/registry.ts',
			'agent/forge/registry/registry.ts',
		],
		['a model that sees the session', 'agent/model/a.ts', '../session/history.ts', 'agent/session/history.ts'],
		['people that see a session', 'chat/people.ts', '../agent/session/session.ts', 'agent/session/session.ts'],
		['the conversation that sees a store', 'chat/events.ts', '../store/journal.ts', 'store/journal.ts'],
		['small code that sees the conversation', 'base/errors.ts', '../chat/events.ts', 'chat/events.ts'],
		['a sandbox that sees the store', 'sandbox/podman/a.ts', '../../store/store.ts', 'store/store.ts'],
		['a sandbox that sees the agent', 'sandbox/sandbox.ts', '../agent/agent.ts', 'agent/agent.ts'],
		[
			'file walks that see Podman',
			'sandbox/files/a.ts',
			'../podman/service/engine.ts',
			'sandbox/podman/service/engine.ts',
		],
		['a guest that sees the host side', 'sandbox/guest/a.ts', '../files/folder.ts', 'sandbox/files/folder.ts'],
		['a store that sees the sandbox', 'store/a.ts', '../sandbox/sandbox.ts', 'sandbox/sandbox.ts'],
		['a contract that sees an implementation', 'store/store.ts', './embedded/schema.ts', 'store/embedded/schema.ts'],
		['main that sees the tests', 'main.ts', '../tests/support/slack-demo.ts', '../tests/support/slack-demo.ts'],
		['settings outside of main', 'agent/agent.ts', '../config/config.ts', 'config/config.ts'],
		['an error class that sees the house', 'base/errors.ts', '../agent/agent.ts', 'agent/agent.ts'],
	])('finds %s', (_what, file, imported, stray) => {
		expect(strayImports(new Map([[file, `import type { X } from '${imported}';`]]))).toEqual([`${file} -> ${stray}`]);
	});

	it.each([
		['agent/turn/a.ts', 'node:fs'],
		['agent/turn/a.ts', 'node:fs/promises'],
		['agent/forge/a.ts', 'node:child_process'],
		['adapters/terminal/a.ts', 'node:child_process'],
		['sandbox/podman/a.ts', 'node:child_process'],
		['store/a.ts', 'node:sqlite'],
		['agent/model/a.ts', 'node:http'],
		['agent/turn/a.ts', 'node:process'],
		['agent/turn/a.ts', 'openai'],
		['demo/a.ts', 'openai/streaming'],
		['sandbox/files/a.ts', 'dockerode'],
		['sandbox/guest/a.ts', '@modelcontextprotocol/sdk/client/index.js'],
		['sandbox/podman/a.ts', '@modelcontextprotocol/sdk/shared/protocol.js'],
		['agent/turn/a.ts', '@modelcontextprotocol/sdk/types.js'],
		['store/a.ts', 'pino'],
		['main.ts', 'commander'],
		['sandbox/guest/main.ts', 'esbuild'],
		['adapters/terminal/a.ts', 'a-package-without-a-home'],
	])('finds %s importing %s', (file, name) => {
		expect(strayImports(new Map([[file, `import x from '${name}';`]]))).toEqual([`${file} -> ${name}`]);
	});

	it('finds a file in no room, and an import whose name is computed', () => {
		expect(strayImports(new Map([['plugins/a.ts', '']]))).toEqual(['plugins/a.ts is in no room']);
		expect(strayImports(new Map([['agent/turn/a.ts', 'await import(name);']]))).toEqual([
			'agent/turn/a.ts -> a computed name',
		]);
	});

	it('lets through what the arrows allow', () => {
		const allowed: Sources = new Map([
			['compose.ts', "import { a } from './sandbox/podman/a.ts';"],
			['adapters/slack/a.ts', "import { a } from '../adapter.ts';\nimport { b } from '../../chat/events.ts';"],
			['agent/dispatch/a.ts', "import { a } from '../turn/a.ts';\nimport { b } from '../../sandbox/sandbox.ts';"],
			[
				'agent/commands/a.ts',
				"import { a } from '../forge/registry/registry.ts';\nimport { b } from '../../base/errors.ts';",
			],
			['sandbox/podman/a.ts', "import { a } from '../files/a.ts';\nimport Docker from 'dockerode';"],
			['store/embedded/a.ts', "import { a } from '../store.ts';\nimport { b } from 'node:sqlite';"],
		]);
		expect(strayImports(allowed)).toEqual([]);
	});
});

describe('importsOf()', () => {
	it('finds every form of import, and none in a comment', () => {
		const source = [
			"import a, { type B } from './a.ts';",
			'import {\n\tc,\n\td,\n} from "./c.ts";',
			"import './side.ts';",
			"export { e } from './e.ts';",
			"const f = await import('./f.ts');",
			"// import g from './g.ts';",
			"/** import h from './h.ts'; */",
			"const link = 'https://a/b'; const i = await import('./i.ts');",
		].join('\n');
		expect(importsOf(source)).toEqual(['./a.ts', './c.ts', './side.ts', './e.ts', './f.ts', './i.ts']);
	});
});

describe('strayEnvironment()', () => {
	it.each(['process.env.HOME', "process.env['HOME']", 'const { env } = process.env', "process['env']"])(
		'finds %s',
		(source) => {
			expect(strayEnvironment(new Map([['agent/a.ts', source]]))).toEqual(['agent/a.ts']);
		},
	);
});

describe('wideContracts()', () => {
	const method = (name: string) => `${name}(a: { b: string; c: number }): Promise<Map<string, { d: 1; e: 2 }>>;`;
	const value = (name: string) =>
		`/** One; of a kind. */ readonly ${name}: { readonly x: number; readonly y: number };`;
	const call = (name: string) => `readonly ${name}: (a: string) => void;`;
	const contract = (...members: string[]) =>
		new Map([['a.ts', `export interface A extends B<{ c: 1 }> {\n${members.join('\n')}\n}`]]);
	const names = ['one', 'two', 'three', 'four', 'five'];

	it('finds a sixth member beside a method, and a sixth function', () => {
		expect(wideContracts(contract(...names.map(value), method('six')))).toEqual(['a.ts: A (6)']);
		expect(wideContracts(contract(...names.map(call), call('six')))).toEqual(['a.ts: A (6)']);
		expect(wideContracts(contract(...names.map(method), 'six<T>(a: T): void;'))).toEqual(['a.ts: A (6)']);
	});

	it('lets through five members, and a record of any length', () => {
		expect(wideContracts(contract(...names.map(method)))).toEqual([]);
		expect(wideContracts(contract(...names.map(value), value('six'), call('seven')))).toEqual([]);
	});
});
