import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { projectRoot } from '../../base/paths.mjs';

/** Below the clone's root: what the build of the agents' layers copies. */
const agentsFolder = 'deploy/agents';

/** The text of deploy/agents.Containerfile. */
export const readAgentsFile = () => readFileSync(`${projectRoot}/deploy/agents.Containerfile`, 'utf8');

/** The text of the Containerfile of sandboxes and service. */
export const readContainerfile = () => readFileSync(`${projectRoot}/Containerfile`, 'utf8');

/**
 * A Containerfile by its stages, without the comments above these.
 *
 * @param {string} text
 * @returns {{ head: string, stages: { name: string, text: string }[] }} the head has what stands before the first stage
 */
export const stagesOf = (text) => {
	const [head, ...parts] = text.split(/^(?=FROM )/m).map(withoutLastComment);
	return { head, stages: parts.map((part) => ({ name: /^FROM \S+ AS (\S+)/.exec(part)?.[1] ?? '', text: part })) };
};

const withoutLastComment = (part) => part.replace(/\n(?:#.*\n)*$/, '\n');

const stageOf = (text, wanted) => stagesOf(text).stages.find(({ name }) => name === wanted)?.text ?? '';

/**
 * Builds one agent's folder, with the stages that its own stands on. Pure.
 *
 * @param {string} text deploy/agents.Containerfile
 * @param {string} name
 */
export const agentFileFor = (text, name) => {
	const below = /^FROM (\S+) AS/.exec(stageOf(text, name))?.[1] ?? '';
	return [stagesOf(text).head, stageOf(text, below), stageOf(text, name)].join('\n');
};

/**
 * Builds what the guest is put on: the ground of sandboxes, a layer for each agent out of its own image, the policies, a home. Pure.
 *
 * @param {string} text deploy/agents.Containerfile
 * @param {readonly { name: string, tag: string }[]} agents
 */
export const groundFileFor = (text, agents) => {
	const layers = agents.map(({ name, tag }) => `COPY --from=${tag} /opt/agents/${name} /opt/agents/${name}`);
	const [from, ...rest] = stageOf(text, 'agents').split('\n');
	return [stagesOf(text).head, from, ...layers, ...rest].join('\n');
};

/**
 * Puts our guest on an image: the last stage of sandboxes, on another ground. Pure.
 *
 * @param {string} text Containerfile
 * @param {string} ground the name of an image
 */
export const guestFileFor = (text, ground) => stageOf(text, 'sandbox').replace(/^FROM ground /, `FROM ${ground} `);

/**
 * What the sandbox's ground is made by. Pure.
 *
 * @param {string} text Containerfile
 */
export const groundStagesOf = (text) => {
	const { head, stages } = stagesOf(text);
	const end = stages.findIndex(({ name }) => name === 'sandbox');
	return [head, ...stages.slice(0, end).map((stage) => stage.text)].join('\n');
};

/** The first 12 hex digits of a hash of texts, and of all files in folders of deploy/agents. */
export const hashOf = (texts, folders = []) => {
	const hash = createHash('sha256').update(JSON.stringify(texts));
	for (const path of folders.flatMap((folder) => filesIn(`${agentsFolder}/${folder}`)))
		hash.update(`${path}\0`).update(readFileSync(`${projectRoot}/${path}`));
	return hash.digest('hex').slice(0, 12);
};

const filesIn = (folder) =>
	readdirSync(`${projectRoot}/${folder}`, { withFileTypes: true })
		.sort((one, other) => (one.name < other.name ? -1 : 1))
		.flatMap((entry) => (entry.isDirectory() ? filesIn(`${folder}/${entry.name}`) : [`${folder}/${entry.name}`]));
