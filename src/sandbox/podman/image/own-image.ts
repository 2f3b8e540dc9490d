import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { ProblemError } from '../../../base/errors.ts';
import { type RunResult, runProgram } from '../../files/run.ts';
import { printable } from '../../files/safe-name.ts';
import { rootlessEnv, rootlessHere, storageWords } from '../service/rootless.ts';

export interface OwnImage {
	/** As its owner names it. */
	readonly own: string;
	/** The tag of the sandbox image that the set-up has built, of which the guest is taken. */
	readonly ours: string;
}

/** A configuration of Podman that fits this host; the set-up writes one where it needs one. */
const conf = join(import.meta.dirname, '..', '..', '..', '..', 'build', 'containers.conf');
const recipe = join(import.meta.dirname, 'own-image.Containerfile');
const buildMs = 600_000;

const inspected = z.tuple([
	z.looseObject({ Id: z.string(), Config: z.looseObject({ Volumes: z.record(z.string(), z.unknown()).nullish() }) }),
]);

/**
 * Puts the guest on an image of one's own, in a layer, without a network, and answers the tag of what came of it: always the same for the same two.
 * Rejects with `ProblemError` where there is no such image, or it cannot be a sandbox's, and with the signal's reason.
 */
export async function layerGuest({ own, ours }: OwnImage, signal: AbortSignal): Promise<string> {
	const id = await idOf(own, signal);
	const hash = createHash('sha256').update(`${id} ${ours}`).digest('hex');
	const tag = `localhost/threadsmith-own:${hash.slice(0, 12)}`;
	const empty = await mkdtemp(join(tmpdir(), 'threadsmith-image-'));
	try {
		const asked = [
			'build',
			'--network=none',
			'--pull=never',
			'--layers',
			`--build-arg=OWN=${id}`,
			`--build-arg=OURS=${ours}`,
		];
		const built = await podman([...asked, `--file=${recipe}`, `--tag=${tag}`, empty], signal);
		if (built.code === 0) return tag;
		throw new ProblemError(
			`Cannot put the guest on the image "${own}": ${lastLine(built)}`,
			'docs/runtimes.md says what an image of your own needs',
		);
	} finally {
		await rm(empty, { recursive: true, force: true });
	}
}

/** Removes an image that nobody needs any more; one that a container still has stays. Rejects with the signal's reason. */
export async function removeLayered(tag: string, signal: AbortSignal): Promise<void> {
	await podman(['rmi', '--', tag], signal);
}

async function idOf(own: string, signal: AbortSignal): Promise<string> {
	const { code, stdout } = await podman(['image', 'inspect', '--', own], signal);
	if (code !== 0)
		throw new ProblemError(
			`There is no image "${own}" here`,
			`Build it or load it as the user that the sandboxes belong to: \`${['podman', ...words, 'images'].join(' ')}\` lists what is there`,
		);
	const [{ Id, Config }] = inspected.parse(JSON.parse(stdout));
	const volumes = Object.keys(Config.Volumes ?? {});
	if (volumes.length === 0) return Id;
	throw new ProblemError(
		`The image "${own}" cannot be a sandbox's: it declares volumes (${printable(volumes.join(', '), 200)}), which could be written without a limit`,
		'Build it without VOLUME',
	);
}

/** As sandboxes have it: without root, their images are apart from the person's own. */
const rootless = rootlessHere('/');
const words = storageWords(rootless);

function podman(asked: readonly string[], signal: AbortSignal): Promise<RunResult> {
	const within = AbortSignal.any([signal, AbortSignal.timeout(buildMs)]);
	const variables = {
		...(existsSync(conf) && { CONTAINERS_CONF: conf }),
		...(rootless !== undefined && { HOME: homedir(), ...rootlessEnv(rootless) }),
	};
	const given = Object.entries(variables).map(([name, value]) => `${name}=${value}`);
	return runProgram('env', [...given, 'podman', ...words, ...asked], within);
}

/** Podman repeats warnings of its own behind what went wrong. */
function lastLine({ stderr, code }: RunResult): string {
	const lines = stderr.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('time='));
	return printable(lines.slice(-2).join('; ') || `exit code ${code}`, 400);
}
