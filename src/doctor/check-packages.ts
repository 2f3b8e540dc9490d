import { silentLogger } from '../base/log.ts';
import type { Config } from '../config/config.ts';
import type { Finding } from './finding.ts';

/** Any package that every index has. */
const probe = 'six';
const withinMs = 10_000;

/** Whether the package index answers, through the door that sandboxes have. The answer names its host, never what stands in its address. */
export async function checkPackages({ settings, packageIndex }: Config, signal: AbortSignal): Promise<Finding[]> {
	const name = 'packages';
	if (settings.PACKAGES === 'off') return [{ name, value: 'off: tools use what the sandbox image has', met: true }];
	const { host } = new URL(packageIndex);
	const { problem, undated } = await lookAt(packageIndex, settings.PACKAGE_DAYS, signal);
	if (problem !== undefined) {
		// The first of the two wins.
		const setting = settings.UV_DEFAULT_INDEX === undefined ? 'PIP_INDEX_URL' : 'UV_DEFAULT_INDEX';
		const mend = `Set ${setting} to an index that this machine reaches, or PACKAGES=off`;
		return [{ name, value: `${host}: ${problem}`, met: false, mend }];
	}
	const ages = undated ? ', but does not say how old files are: an admin is asked about each' : '';
	return [{ name, value: `${host} answers${ages}`, met: true }];
}

async function lookAt(
	index: string,
	leastAgeDays: number,
	signal: AbortSignal,
): Promise<{ readonly problem: string | undefined; readonly undated: boolean }> {
	const { createPackageDoor } = await import('../sandbox/airlock/package-index/package-door.ts');
	const door = createPackageDoor({
		policy: { index, leastAgeDays, sessionBytes: Number.MAX_SAFE_INTEGER, seconds: withinMs / 1000 },
		scope: { kind: 'resolve', names: [probe], undated: false },
		budget: { take: () => true, left: () => Number.MAX_SAFE_INTEGER },
		log: silentLogger,
	});
	const request = { method: 'GET', path: `/simple/${probe}/`, accept: 'application/vnd.pypi.simple.v1+json' };
	const within = AbortSignal.any([signal, AbortSignal.timeout(withinMs)]);
	const status = await door.answer(request, within).then(
		(answer) => answer.status,
		() => 504,
	);
	const undated = door.undated().length > 0;
	if (status === 200 || undated) return { problem: undefined, undated };
	signal.throwIfAborted();
	return { problem: door.denials().at(-1) ?? 'it did not answer in time', undated };
}
