import { mkdir, rm } from 'node:fs/promises';
import { duplexPair } from 'node:stream';
import type { FileTree } from '../../../../src/base/file-tree.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import { loadConfig } from '../../../../src/config/config.ts';
import { boxesOf, boxHostOptionsOf } from '../../../../src/process/agents/agent-boxes.ts';
import type { BoxHome } from '../../../../src/sandbox/boxes.ts';
import { partsOfRun } from '../../../../src/sandbox/boxes.ts';
import type { PodmanBoxes } from '../../../../src/sandbox/podman/boxes/podman-boxes.ts';
import { serveHelper } from '../../../../src/sandbox/podman/host/serve-helper.ts';
import { createPodmanSandboxes, type PodmanSandboxes } from '../../../../src/sandbox/podman/podman-sandboxes.ts';
import { agentsIn } from '../../../../src/store/session/layout.ts';
import { dataOf, image, podmanOptions, servedHere, testedRuntime, unenforced } from '../podman-home.ts';
import { never } from '../run-in.ts';
import { gatewayStandIn, type StandIn } from './gateway-stand-in.ts';

/** A data folder with both kinds of sandboxes, which share a helper where these tests have one. Disposing ends them and removes the folder. */
export interface BoxesHome extends AsyncDisposable {
	readonly homeId: string;
	readonly data: string;
	readonly boxes: PodmanBoxes;
	readonly sandboxes: PodmanSandboxes;
	readonly gateway: StandIn;
}

const isThroughHelper = process.env['SANDBOX_THROUGH'] === 'helper';

export async function boxesHome(variables: Readonly<Record<string, string>> = {}, id?: string): Promise<BoxesHome> {
	const options = podmanOptions(id === undefined ? {} : { homeId: id });
	const { homeId } = options;
	const data = dataOf(homeId);
	await mkdir(data, { recursive: true, mode: 0o700 });
	const settings = { AGENT_RUNTIME: testedRuntime, ...(unenforced && { SANDBOX_ACCEPT: 'unenforced-limits' }) };
	const config = { ...loadConfig({ ...settings, ...variables }), home: data };
	const here = { homeId, agentsOf: agentsIn(data), image, data, log: silentLogger };
	await using undo = new AsyncDisposableStack();
	const end = isThroughHelper ? await helped() : undefined;
	const helper = end && { helper: end };
	const gateway = gatewayStandIn();
	const sandboxes = undo.use(createPodmanSandboxes({ ...options, ...helper }));
	const boxes = undo.use(boxesOf(config, { ...here, gateway: gateway.serve, ...helper }));
	const held = undo.move();

	async function helped() {
		const [line, botsEnd] = duplexPair();
		const agents = { options: boxHostOptionsOf(config, here), most: { sandboxes: 8, diskBytes: 2 ** 30 } };
		const serving = serveHelper({ ...options, ...servedHere(options), agents, line }, never);
		undo.defer(async () => {
			botsEnd.end();
			await serving;
		});
		return { line: botsEnd };
	}

	return {
		...{ homeId, data, boxes, sandboxes, gateway },
		async [Symbol.asyncDispose]() {
			await held.disposeAsync();
			await rm(data, { recursive: true, force: true });
		},
	};
}

export function boxHome(run: string, inputs: Readonly<Record<string, string>> = {}): BoxHome {
	const session = partsOfRun(run)?.session ?? '';
	return { run, session, diskBytes: 64 * 2 ** 20, disk: 'made', inputs: treeOf(inputs) };
}

function treeOf(files: Readonly<Record<string, string>>): FileTree {
	return {
		version: async () => JSON.stringify(files),
		async *entries() {
			for (const [name, text] of Object.entries(files))
				yield { kind: 'file', name, size: text.length, read: () => bytesOf(text) };
		},
	};
}

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
	yield Buffer.from(text);
}
