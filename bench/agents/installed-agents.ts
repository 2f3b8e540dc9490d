import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { agentsImage } from '../../src/process/agents/agent-boxes.ts';

const record = join(import.meta.dirname, '..', '..', 'build', 'agents-image.json');

/** The names of the agents in the image. Rejects with a `ProblemError` while there is none. */
export async function installedAgents(): Promise<readonly string[]> {
	await agentsImage();
	return z.object({ agents: z.array(z.string()) }).parse(JSON.parse(await readFile(record, 'utf8'))).agents;
}
