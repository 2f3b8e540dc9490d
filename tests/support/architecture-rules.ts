import { builtinModules } from 'node:module';
import { matchesGlob, posix } from 'node:path';

/** Sources by their path below `src/`. */
export type Sources = ReadonlyMap<string, string>;

/** A part of `src/`: its files, and what of `src/` they may import besides each other and what everyone may. Globs. */
interface Room {
	readonly files: readonly string[];
	readonly sees: readonly string[];
}

/**
 * The platforms there are, each by its folder in `adapters/`, with the words that stand nowhere else: its name, and what its ids alone begin
 * with.
 */
export const platformWords: Readonly<Record<string, RegExp>> = {
	terminal: /'local'|\bplatform\b[^\n;]{0,20}'terminal'/gi,
	slack: /slack/gi,
	discord: /discord|guild/gi,
};

/** The modules that every file may import. */
const shared = ['base/**'];
/** The store's interfaces; who keeps it how is known to nobody. */
const storeContracts = ['store/{store,due,journal,window-facts,erase,notes,records,secrets}.ts', 'chat/**'];
const agentOutside = [
	'sandbox/{sandbox,opened-process,built-ins,file-shapes,script-shapes,tool-error,lab-home,boxes}.ts',
	'lint/linter.ts',
	'git/{git,repository,repositories}.ts',
	'git/code-host/code-host.ts',
	...storeContracts,
];
/** What makes the text of others harmless, and tells a private address. */
const gitOutside = ['sandbox/guest/sanitise.ts', 'sandbox/airlock/package-index/public-address.ts'];
const adapterOutside = ['agent/agent.ts', 'agent/commands/**', ...storeContracts];
/**
 * The agent's floors, top first: dispatch → turn → commands → { forge, memory, compaction, budget, coding, repo } → tool sources → the tool contract and the session → model → plain facts.
 * A floor sees itself and the floors below it; rooms of one floor do not see each other.
 */
const agentFloors: readonly (readonly Room['files'][])[] = [
	[['agent/dispatch.ts', 'agent/dispatch/**']],
	[['agent/{agent,tools}.ts', 'agent/turn/**']],
	[['agent/commands/**']],
	[
		...[['agent/forge/**'], ['agent/memory/**'], ['agent/compaction/**']],
		...[['agent/budget/**'], ['agent/coding/**'], ['agent/repo/**']],
	],
	[['agent/tool-sources/**']],
	[['agent/tool.ts', 'agent/session/**']],
	[['agent/model/**']],
	[['agent/prompt.ts']],
];

/** main → adapters → agent → { sandbox, store, lint, gateway, git } → chat → base: an arrow may be crossed only downwards. */
const rooms: readonly Room[] = [
	{ files: shared, sees: [] },
	{ files: ['chat/**'], sees: [] },
	// Main: whatever else stands at the top.
	{ files: ['*.ts', '{cli,config,demo,doctor,portable,process,root,setup,talk}/**'], sees: ['**'] },
	{ files: ['adapters/*.ts', 'adapters/{markdown,present,intake}/**'], sees: adapterOutside },
	...Object.keys(platformWords).map((platform) => ({
		files: [`adapters/${platform}/**`],
		sees: ['adapters/*.ts', 'adapters/{markdown,present,intake}/**', ...adapterOutside],
	})),
	// Beside what its floor sees: what makes the text of others harmless, and the gateway of the agents' models.
	{
		files: ['agent/coding/**'],
		sees: [...agentFloors.slice(4).flat(2), ...agentOutside, 'sandbox/guest/sanitise.ts', 'gateway/gateway.ts'],
	},
	// Beside what its floor sees: what makes the text of others harmless.
	{
		files: ['agent/repo/**'],
		sees: [...agentFloors.slice(4).flat(2), ...agentOutside, 'sandbox/guest/sanitise.ts'],
	},
	...agentFloors.flatMap((floor, index) =>
		floor.map((files) => ({ files, sees: [...agentFloors.slice(index + 1).flat(2), ...agentOutside] })),
	),
	{ files: ['lint/**'], sees: [] },
	{ files: ['gateway/**'], sees: ['chat/**'] },
	{ files: ['git/**'], sees: ['chat/**', 'store/{records,secrets}.ts', ...gitOutside] },
	{ files: ['sandbox/*.ts'], sees: [] },
	{ files: ['sandbox/airlock/**'], sees: ['sandbox/*.ts'] },
	{ files: ['sandbox/files/**'], sees: ['sandbox/*.ts'] },
	{ files: ['sandbox/podman/**'], sees: ['sandbox/*.ts', 'sandbox/{airlock,files}/**', 'sandbox/guest/sanitise.ts'] },
	// Runs inside the sandbox, in a bundle of its own.
	{ files: ['sandbox/guest/**'], sees: ['sandbox/{built-ins,file-shapes,process-*,script-shapes,tool-error}.ts'] },
	// The lock of a data folder is an SQLite lock, whichever store is used.
	{
		files: ['store/home-lock.ts'],
		sees: ['store/*.ts', 'store/files/**', 'chat/**', 'store/embedded/{database,sqlite-problem}.ts'],
	},
	{ files: ['store/*.ts', 'store/{files,notes,session,tools}/**'], sees: ['chat/**'] },
	{ files: ['store/embedded/**'], sees: ['store/**', 'chat/**'] },
];

/** Where packages, and those of Node's modules that reach out of the process, may be imported. A package without a home is a stray. */
const homes: Readonly<Record<string, readonly string[]>> = {
	'@agentclientprotocol/sdk': ['agent/coding/driver/**'],
	'@modelcontextprotocol/sdk/client/**': ['sandbox/podman/**'],
	'@modelcontextprotocol/sdk/{server/**,shared/protocol.js}': ['sandbox/guest/**', 'portable/**'],
	'@modelcontextprotocol/sdk/{types,shared/transport}.js': ['sandbox/{podman,guest}/**', 'portable/**'],
	'@slack/*': ['adapters/slack/**'],
	'{discord.js,@discordjs/*,discord-api-types/v10,ws}': ['adapters/discord/**'],
	commander: ['cli.ts', 'cli/**'],
	dockerode: ['sandbox/podman/**'],
	jsonrepair: ['agent/model/**'],
	'{openai,openai/**}': ['agent/model/**'],
	fflate: ['{adapters,sandbox/airlock}/**'],
	'{mdast,mdast-util-*,micromark-extension-gfm}': ['adapters/**'],
	undici: ['adapters/slack/**', 'sandbox/airlock/**', 'gateway/**', 'git/code-host/wire/**'],
	'@octokit/rest': ['git/code-host/github/**'],
	'ipaddr.js': ['sandbox/airlock/**'],
	'{ajv,ajv/**}': ['agent/forge/**'],
	diff: ['base/text/code-diff.ts'],
	'{minisearch,@orama/stemmers/*}': ['agent/tool-sources/**'],
	'smol-toml': ['agent/forge/**'],
	'@astral-sh/ruff-wasm-nodejs': ['lint/**'],
	'p-queue': ['**'],
	pino: ['base/log.ts', 'main.ts'],
	zod: ['**'],
	'node:child_process': [
		'sandbox/files/run.ts',
		'sandbox/guest/run/start-process.ts',
		'sandbox/podman/{service/service,border/start-helper}.ts',
		'root/start-bot.ts',
		'process/repos/credentials/scan-host.ts',
		'git/host/start-git.ts',
	],
	'node:{fs,fs/promises}': ['*.ts', '{adapters,config,demo,doctor,git,process,root,sandbox,setup,store,portable}/**'],
	'node:http': [
		'demo/model-server/{model-server,signs-of-life}.ts',
		'demo/provider/{provider,send-pieces}.ts',
		'demo/git-server/{git-server,trouble,serve-git}.ts',
		'demo/code-host/**',
		'sandbox/podman/**',
		'sandbox/guest/{airlock,gateway}-relay.ts',
		'adapters/discord/connect/gateway-proxy.ts',
	],
	'node:https': ['adapters/discord/connect/gateway-proxy.ts', 'demo/git-server/git-server.ts'],
	'node:net': [
		'sandbox/guest/**',
		'sandbox/airlock/**',
		'sandbox/podman/host/**',
		'git/host/reach/{pin-host,line}.ts',
		'demo/git-server/git-server.ts',
		'root/lines.ts',
		'process/control/**',
		'adapters/slack/check-listen.ts',
		'git/code-host/wire/**',
	],
	'node:{dns,dns/promises}': ['sandbox/airlock/**', 'git/host/**', 'git/code-host/wire/**'],
	'node:tls': ['git/code-host/wire/**', 'process/repos/authorities.ts'],
	'node:http2': ['sandbox/{airlock,guest}/**', 'gateway/serve/**'],
	'node:worker_threads': ['base/idle-thread.ts', 'lint/**', 'adapters/markdown/**'],
	'node:sqlite': ['store/embedded/**'],
	// A limit of time for a library, not a sandbox.
	'node:vm': ['agent/model/text/mend-json.ts'],
	'node:{cluster,dgram,inspector,process}': [],
};

/** Every import that crosses the house the wrong way, as `importer -> imported`, and every file that is in no room. */
export function strayImports(sources: Sources): string[] {
	return [...sources].flatMap(([file, source]) => {
		const room = rooms.find(({ files }) => matches(file, files));
		if (!room) return [`${file} is in no room`];
		const strays = importsOf(source).filter((name) => !mayImport(file, room, name));
		return [...strays.map((name) => `${file} -> ${named(file, name)}`), ...unreadable(file, source)];
	});
}

function mayImport(file: string, room: Room, name: string): boolean {
	if (name.startsWith('.')) return matches(named(file, name), [...room.files, ...room.sees, ...shared]);
	const home = Object.keys(homes).find((pattern) => matchesGlob(name, pattern));
	if (home === undefined) return builtinModules.includes(name.replace(/^node:/, ''));
	return matches(file, homes[home] ?? []);
}

/** A relative import as a path below `src/`; a package as it is. */
function named(file: string, name: string): string {
	return name.startsWith('.') ? posix.join(posix.dirname(file), name) : name;
}

function matches(file: string, globs: readonly string[]): boolean {
	return globs.some((glob) => matchesGlob(file, glob));
}

const importPattern =
	/^\s*(?:import|export)\b[^;'"`]*?\bfrom\s*['"]([^'"]+)['"]|^\s*import\s*['"]([^'"]+)['"]|\bimport\s*\(\s*['"]([^'"]+)['"]\s*\)/gm;

/** The imports of a source, static or not. Pure. */
export function importsOf(source: string): string[] {
	return [...withoutComments(source).matchAll(importPattern)].flatMap((match) => match.slice(1).filter(Boolean));
}

/** Sources that load a module from a path that they are given, which is not an import of the house. */
const loadsByPath = ['demo/stand-in.ts'];

function unreadable(file: string, source: string): string[] {
	if (matches(file, loadsByPath)) return [];
	return /\bimport\s*\(\s*[^'"\s]/.test(withoutComments(source)) ? [`${file} -> a computed name`] : [];
}

/** Files other than `config/environment.ts` that read the environment; but for the system's zone, which is in one file set for a moment. */
export function strayEnvironment(sources: Sources): string[] {
	const reads = /\bprocess\s*(?:\.|\?\.)\s*env\b|\bprocess\s*\[/;
	return [...sources].flatMap(([file, source]) => {
		if (file === 'config/environment.ts') return [];
		const ours = file === 'base/text/within-zone.ts' ? source.replaceAll("process.env['TZ']", '') : source;
		return reads.test(withoutComments(ours)) ? [file] : [];
	});
}

/** Comments only at the beginning of a line or after white space: `https://` in a text is none. */
export function withoutComments(source: string): string {
	return source.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/(^|\s)\/\/.*$/gm, '$1');
}
