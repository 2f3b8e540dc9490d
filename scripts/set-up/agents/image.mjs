import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { freeSpace, nearestFolder } from '../../base/free-space.mjs';
import { isRoot } from '../../base/host.mjs';
import { buildFolder, hashFile, projectRoot, readJson, writeAtomically } from '../../base/paths.mjs';
import { SetUpError } from '../../base/step.mjs';
import { storageFolder } from '../../base/user.mjs';
import { hasBaseImage } from '../base-image.mjs';
import { buildArguments, imageTag, nodePackage } from '../image-tag.mjs';
import { hasImage, podman } from '../podman.mjs';
import { baseImage, buildTarget, formerImages, imageSize, removeOldImages, tryOnce } from '../sandbox-image.mjs';
import {
	agentFileFor,
	groundFileFor,
	groundStagesOf,
	guestFileFor,
	hashOf,
	readAgentsFile,
	readContainerfile,
} from './containerfile.mjs';

/** Where the service reads what its boxes are made of: `{ tag, agents, builtAt, former }`, written when the image is built. */
export const agentsRecord = `${buildFolder}/agents-image.json`;

/** The agents of the image that was built last, where it is still there. */
export const builtAgents = async () => {
	const record = readJson(agentsRecord);
	return typeof record?.tag === 'string' && (await hasImage(record.tag)) ? record.agents : [];
};

/** The image's name for these agents and these sources: same content, same name. Needs the guest's bundle. */
export const agentsTag = (names) => `localhost/threadsmith-agents:${hashOf([groundTag(names), imageTag()])}`;

/** All of it but our guest. */
const groundTag = (names) =>
	`localhost/threadsmith-agents-ground:${hashOf([sandboxGroundTag(), groundFileFor(readAgentsFile(), agentsOf(names))], ['etc'])}`;

const sandboxGroundTag = () => {
	const node = readJson(`${projectRoot}/node_modules/${nodePackage()}/package.json`)?.version;
	const fonts = hashFile(`${projectRoot}/src/sandbox/guest/python/name_fonts.py`);
	return `localhost/threadsmith-ground:${hashOf([groundStagesOf(readContainerfile()), buildArguments(), node, fonts])}`;
};

const agentTag = (name) =>
	`localhost/threadsmith-agent-${name}:${hashOf([agentFileFor(readAgentsFile(), name)], [name])}`;

const agentsOf = (names) => names.map((name) => ({ name, tag: agentTag(name) }));

/**
 * The steps that make an image with these agents; each is skipped where what it makes is there.
 *
 * @param {readonly import('./table.mjs').AgentRow[]} rows
 */
export const imageSteps = (rows) => {
	const names = rows.map(({ name }) => name);
	const isThere = () => hasImage(groundTag(names));
	return [
		room(rows, isThere),
		{ ...baseImage, done: async () => (await isThere()) || (await hasBaseImage()) },
		...rows.map((row) => agentStep(row, isThere)),
		groundStep(names, isThere),
		guestStep(names),
	];
};

/** It is there twice while it is built. */
const room = (rows, isThere) => ({
	name: 'room for the agents',
	done: isThere,
	run: () => {
		const needed = 1e9 + 2e6 * rows.reduce((sum, { megabytes }) => sum + megabytes, 0);
		const free = freeSpace(storageFolder());
		const [has, needs] = [free, needed].map((bytes) => (bytes / 1e9).toFixed(1));
		if (free >= needed) return `${needs} GB while it is built, about half of that afterwards`;
		throw new SetUpError(
			`Cannot build the agents' image: ${has} GB are free on "${storageFolder()}", ${needs} GB are needed`,
			{
				commands: [`df -h ${nearestFolder(storageFolder())}`, './threadsmith image agents opencode'],
			},
		);
	},
});

const agentStep = ({ name, title }, isThere) => ({
	name: `agent ${title}`,
	done: async () => (await isThere()) || (await hasImage(agentTag(name))),
	run: (progress) => build(name, agentFileFor(readAgentsFile(), name), agentTag(name), [], progress),
});

const groundStep = (names, isThere) => ({
	name: 'ground of the agents',
	done: isThere,
	run: async (progress) => {
		const ground = sandboxGroundTag();
		if (!(await hasImage(ground))) await buildTarget('ground', ground, progress);
		const text = groundFileFor(readAgentsFile(), agentsOf(names));
		await build('agents', text, groundTag(names), [`--build-arg=GROUND=${ground}`], progress);
		// They are in the ground now.
		for (const { tag } of agentsOf(names)) await podman(['rmi', tag]);
		return `${await imageSize(groundTag(names))} MB, ${await imageSize(ground)} MB of it shared with sandboxes`;
	},
});

const guestStep = (names) => ({
	name: "agents' image",
	done: async () => readJson(agentsRecord)?.tag === agentsTag(names) && (await hasImage(agentsTag(names))),
	run: async (progress) => {
		const tag = agentsTag(names);
		const text = guestFileFor(readContainerfile(), groundTag(names));
		if (!(await hasImage(tag))) await build('sandbox', text, tag, [], progress);
		if (!isRoot()) await tryOnce(tag, progress);
		await record(tag, names);
		return `${tag}, ${await imageSize(tag)} MB`;
	},
});

const record = async (tag, agents) => {
	const now = Date.now();
	const former = await removeOldImages(formerImages(readJson(agentsRecord), tag, now), now);
	const text = JSON.stringify({ tag, agents, builtAt: new Date(now).toISOString(), former }, undefined, '\t');
	writeAtomically(agentsRecord, `${text}\n`);
};

const build = async (target, text, tag, words, progress) => {
	const folder = mkdtempSync(`${tmpdir()}/threadsmith-agents-`);
	try {
		const file = `${folder}/Containerfile`;
		writeFileSync(file, text);
		await buildTarget(target, tag, progress, [`--file=${file}`, ...words]);
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
	return `${await imageSize(tag)} MB`;
};
