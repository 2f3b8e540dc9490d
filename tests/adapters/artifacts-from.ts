import { join } from 'node:path';
import type { OpenArtifact } from '../../src/chat/events.ts';
import { readRegularFile } from '../../src/store/files/read-regular-file.ts';
import { sessionPathsIn } from '../../src/store/session/layout.ts';

/** The artifacts of every session in one folder of the host. */
export function artifactsFrom(folder: string): OpenArtifact {
	return (_session, name, signal) => readRegularFile(join(folder, name), signal);
}

/** Those of the sessions of a data folder. */
export function artifactsIn(home: string): OpenArtifact {
	return (session, name, signal) => readRegularFile(join(sessionPathsIn(home)(session).outputs, name), signal);
}

/** None: every artifact is gone. */
export const noArtifacts: OpenArtifact = artifactsFrom('/nowhere');
