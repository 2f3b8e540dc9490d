import { execFileSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { codingAgent, commonOptions } from '../../src/agent/coding/coding-agent.ts';
import { programs } from '../../src/agent/coding/folder/carry.ts';
import { createAgentWork } from '../../src/agent/coding/run/agent-work.ts';
import type { Model } from '../../src/agent/model/model.ts';
import { silentLogger } from '../../src/base/log.ts';
import type { Sandbox } from '../../src/sandbox/sandbox.ts';
import { sessionPathsIn } from '../../src/store/session/layout.ts';
import { createFakeCoding, type FakeCoding, type FakeCodingOptions } from '../support/fake-coding.ts';
import { createFakeSandboxes, type FakeTool } from '../support/fake-sandboxes.ts';
import { openLocalProcess } from '../support/local-process.ts';
import { openStage, type Place, type Stage } from './forge-place.ts';

const carry = fileURLToPath(new URL('../../src/sandbox/guest/python/carry/', import.meta.url));
const agentProgram = fileURLToPath(new URL('../support/acp-editor-program.ts', import.meta.url));
/** What stands under this name may be a script that looks for the interpreter, which takes longer than all else here. */
const python = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();

/** An agent over its protocol, which does the job that its prompt names. */
const scribe = codingAgent({
	name: 'scribe',
	title: 'Scribe',
	options: z.strictObject(commonOptions),
	dialects: ['chat'],
	run: { kind: 'acp', launch: () => ({ argv: [process.execPath, agentProgram], env: {} }), mode: () => undefined },
});

/** Opens processes on this machine, with a folder of it for `/workspace`. */
function opensIn(folder: string): Sandbox['open'] {
	const here = (word: string) => {
		if (word === 'python3') return python;
		if (word.startsWith(programs)) return join(carry, basename(word));
		return word.replaceAll('/workspace', folder);
	};
	return async ({ argv }) => openLocalProcess(argv.map(here), folder);
}

/** The core on a platform, with a coding agent that is a real process and works in real folders; its box alone is played. */
export interface CodingStage extends Stage {
	readonly coding: FakeCoding;
	/** The session's `/workspace`, on this machine. */
	readonly workspace: string;
}

export interface CodingStageOptions extends Pick<FakeCodingOptions, 'limits'> {
	readonly home: string;
	readonly brain: Model;
}

/** `home` is the caller's to remove. */
export async function openCodingStage(place: Place, { home, brain, limits }: CodingStageOptions): Promise<CodingStage> {
	const workspace = join(home, 'workspace');
	for (const folder of [workspace, join(home, 'bot')]) await mkdir(folder);
	const write_file: FakeTool = ({ path, content }, { files }) => {
		files.set(String(path), Buffer.from(String(content)));
		return { ok: true, text: 'Written' };
	};
	const sandboxes = createFakeSandboxes({
		tools: { write_file },
		open: opensIn(workspace),
		pathsOf: sessionPathsIn(join(home, 'bot')),
	});
	const coding = createFakeCoding({
		agents: [scribe],
		work: createAgentWork(silentLogger),
		...(limits && { limits }),
		prompt: () => Promise.reject(new Error('Nothing is played')),
		sandboxOf: async ({ id, files: { trees } }, signal) =>
			sandboxes.acquire({ session: id, diskBytes: 2 ** 26, trees }, signal),
		async boxFor(run) {
			const folder = join(home, 'boxes', run);
			await mkdir(folder, { recursive: true });
			return { open: opensIn(folder), sweep: async () => [] } as unknown as Sandbox;
		},
	});
	const roles = { admins: place.admins, members: place.members, guests: undefined };
	const stage = await openStage(place, { home: join(home, 'bot'), brain, sandboxes, coding, roles });
	return {
		...{ ...stage, coding, workspace },
		async [Symbol.asyncDispose]() {
			await stage[Symbol.asyncDispose]();
			await coding[Symbol.asyncDispose]();
		},
	};
}
