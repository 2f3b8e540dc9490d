import { readFile, writeFile } from 'node:fs/promises';
import { codeOf, messageOf, ProblemError } from '../../../base/errors.ts';
import { forOwnKernel, hardenSeccompProfile, parseSeccompProfile, type SeccompProfile } from './seccomp-profile.ts';

// An administrator's own comes first, as in containers.conf(5); the last is where older distributions put it
const hostProfiles = [
	'/etc/containers/seccomp.json',
	'/usr/share/containers/seccomp.json',
	'/usr/share/containers-common/seccomp.json',
	'/etc/crio/seccomp.json',
];

/** Our profiles, absolute: for containers on the host's kernel, and for those that have one of their own. */
export interface SeccompFiles {
	readonly seccomp: string;
	readonly ownKernel: string;
}

/** Writes our seccomp profiles, derived from the host's. Rejects with `ProblemError` when the host has none that can be read. */
export async function writeSeccompProfiles(
	{ seccomp, ownKernel }: SeccompFiles,
	sources: readonly string[] = hostProfiles,
): Promise<void> {
	const { source, text } = await readFirst(sources);
	const profile = harden(source, text);
	await writeFile(seccomp, JSON.stringify(profile));
	await writeFile(ownKernel, JSON.stringify(forOwnKernel(profile)));
}

function harden(source: string, text: string): SeccompProfile {
	try {
		return hardenSeccompProfile(parseSeccompProfile(text));
	} catch (error) {
		throw unusable(source, error);
	}
}

function unusable(source: string, cause: unknown): ProblemError {
	return new ProblemError(
		`Cannot start the sandbox: seccomp profile "${source}" cannot be used: ${messageOf(cause)}`,
		'Install the package that it belongs to anew (containers-common)',
		{ cause },
	);
}

async function readFirst(sources: readonly string[]): Promise<{ readonly source: string; readonly text: string }> {
	for (const source of sources) {
		const text = await readFile(source, 'utf8').catch((error: unknown) => {
			if (codeOf(error) === 'ENOENT') return undefined;
			throw error;
		});
		if (text !== undefined) return { source, text };
	}
	throw new ProblemError(
		'Cannot start the sandbox: this machine has no seccomp profile of Podman',
		'Install the package "containers-common" (on Debian and Ubuntu "golang-github-containers-common")',
	);
}
