import { randomBytes } from 'node:crypto';
import { chmod } from 'node:fs/promises';
import { silentLogger } from '../../src/base/log.ts';
import { loadConfig } from '../../src/config/config.ts';
import type { ProviderScript } from '../../src/demo/provider/provider.ts';
import { type Provider, startProvider } from '../../src/demo/provider/provider.ts';
import { createGateway } from '../../src/gateway/create-gateway.ts';
import type { Gateway } from '../../src/gateway/gateway.ts';
import { agentsImage, boxesOf, boxHostOptionsOf } from '../../src/process/agents/agent-boxes.ts';
import { boxName } from '../../src/sandbox/boxes.ts';
import type { PodmanBoxes } from '../../src/sandbox/podman/boxes/podman-boxes.ts';
import { rootlessHere } from '../../src/sandbox/podman/service/rootless.ts';
import { agentsIn } from '../../src/store/session/layout.ts';
import { containersWith, type HostContainer, podmanCli, removeLeftOvers } from '../parts/podman-cli.ts';
import { tempHome } from '../parts/temp-home.ts';
import type { Runtime } from './step.ts';

/** The operator's key, which no box may see. */
export const operatorKey = 'operators-key';

/** Models by dialect: Gemini's own clients take none but Google's names. */
const models = {
	chat: 'scripted-model',
	responses: 'scripted-model',
	messages: 'scripted-model',
	gemini: 'gemini-2.5-pro',
};

/** Boxes as they are shipped, on a home of their own, and the gateway to a scripted provider. Disposing ends all of it and removes what it left. */
export interface AgentGround extends AsyncDisposable {
	readonly provider: Provider;
	readonly gateway: Gateway;
	readonly boxes: PodmanBoxes;
	/** The container of a run's box. Rejects where there is none. */
	containerOf(run: string): Promise<HostContainer>;
}

export async function openAgentGround(runtime: Runtime, script: ProviderScript): Promise<AgentGround> {
	await using building = new AsyncDisposableStack();
	const { path } = building.use(await tempHome());
	await chmod(path, 0o700);
	const homeId = `agents-${randomBytes(4).toString('hex')}`;
	const provider = building.use(
		await startProvider(script, { models: [...new Set(Object.values(models))], apiKey: operatorKey }),
	);
	const gateway = building.use(gatewayTo(provider));
	const accepted = rootlessHere(path) ? { SANDBOX_ACCEPT: 'unenforced-limits' } : {};
	const config = { ...loadConfig({ AGENT_RUNTIME: runtime, ...accepted }), home: path };
	const here = { homeId, agentsOf: agentsIn(path), log: silentLogger, image: await agentsImage() };
	const host = boxHostOptionsOf(config, here);
	building.defer(() => removeLeftOvers(host.homeId));
	const boxes = building.use(boxesOf(config, { ...here, gateway: serveBy(gateway) }));
	const parts = building.move();
	return {
		...{ provider, gateway, boxes },
		containerOf: (run) => containerOf(run, host.stateDir),
		[Symbol.asyncDispose]: () => parts.disposeAsync(),
	};
}

function gatewayTo({ url }: Provider): Gateway {
	const to = (baseUrl: string, model: string) => ({ baseUrl, apiKey: operatorKey, models: [model] });
	return createGateway({
		upstreams: {
			chat: to(`${url}/v1`, models.chat),
			responses: to(`${url}/v1`, models.responses),
			messages: to(url, models.messages),
			gemini: to(url, models.gemini),
		},
		logging: 'off',
		log: silentLogger,
		redact: (text) => text,
	});
}

function serveBy(gateway: Gateway): Parameters<typeof boxesOf>[1]['gateway'] {
	return (run, stream) => {
		const served = gateway.serve(run, stream);
		return { ...served, ready: served.ready.then(() => undefined) };
	};
}

async function containerOf(run: string, stateDir: string): Promise<HostContainer> {
	const [found] = await containersWith(`session=${boxName(run)}`, podmanCli(stateDir));
	if (found === undefined) throw new Error(`There is no container of run "${run}"`);
	return found;
}
