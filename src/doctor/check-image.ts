import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '../base/log.ts';
import type { Config } from '../config/config.ts';
import { keepChecked } from '../process/checked-images.ts';
import { layerGuest, removeLayered } from '../sandbox/podman/image/own-image.ts';
import { namesHere, type SelfCheckRow, selfCheck } from '../sandbox/podman/image/self-check.ts';
import { imageTag, sandboxesOf } from '../sandboxes.ts';
import { treeIn } from '../store/files/folder-tree.ts';
import { sessionPathsIn } from '../store/session/layout.ts';

export interface ImageCheckOptions {
	readonly config: Config;
	/** An image of one's own; undefined: the one that the set-up has built. */
	readonly own: string | undefined;
	/** One JSON object a line, in place of lines for people. */
	readonly json: boolean;
	readonly write: (text: string) => void;
	readonly signal: AbortSignal;
}

const diskBytes = 64 * 2 ** 20;

/**
 * Puts the guest on an image, starts a sandbox of it, which is read back from the host, and looks at it from inside. An image of one's own that
 * passes is one that `SANDBOX_IMAGE` may name. Resolves with the exit code; rejects with `ProblemError` where there can be no such sandbox.
 */
export async function checkImage({ config, own, json, write, signal }: ImageCheckOptions): Promise<number> {
	const ours = await imageTag();
	const tag = own === undefined ? ours : await layerGuest({ own, ours }, signal);
	const rows = await lookInside(config, tag, signal);
	write(rows.map((row) => (json ? jsonLine(row) : plainLine(row))).join(''));
	const passed = rows.every(({ met }) => met);
	if (own !== undefined && passed)
		for (const former of await keepChecked(config.home, { own, ours, tag })) await removeLayered(former, signal);
	if (!json) write(`\n${conclusion(own, passed)}\n`);
	return passed ? 0 : 1;
}

async function lookInside(config: Config, image: string, signal: AbortSignal): Promise<readonly SelfCheckRow[]> {
	const homeId = `check-${randomBytes(4).toString('hex')}`;
	const folder = await mkdtemp(join(tmpdir(), 'threadsmith-check-'));
	try {
		const pathsOf = sessionPathsIn(folder);
		await mkdir(join(folder, 'sessions'), { mode: 0o700 });
		const settings = { ...config.settings, SANDBOX_SCOPE: 'session' as const };
		await using sandboxes = await sandboxesOf(
			{ ...config, home: folder, settings },
			{ homeId, pathsOf, log: silentLogger, image },
		);
		const { trees } = pathsOf('local-check');
		const session = {
			session: 'local-check',
			diskBytes,
			trees: { inputs: treeIn(trees.inputs), tools: treeIn(trees.tools), memories: treeIn(trees.memories) },
		};
		const sandbox = await sandboxes.acquire(session, signal);
		const [{ runtime } = { runtime: '' }] = sandboxes.status();
		const started = { name: 'sandbox', value: `started on ${runtime}, as it was asked for`, met: true };
		return [started, ...(await selfCheck(sandbox, { runtime, names: namesHere(homeId), signal }))];
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

function conclusion(own: string | undefined, passed: boolean): string {
	if (!passed) return 'It did not pass, and no sandbox is made of it';
	return own === undefined ? 'It passed' : `It passed. To use it, set SANDBOX_IMAGE=${own}`;
}

function plainLine({ name, value, met }: SelfCheckRow): string {
	return `${met ? 'ok' : 'problem'}\t${name}: ${value}\n`;
}

function jsonLine({ name, value, met }: SelfCheckRow): string {
	return `${JSON.stringify({ suite: 'image', name, value, unit: 'seen', met })}\n`;
}
