import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { freeSpace, nearestFolder } from '../../base/free-space.mjs';
import { isRoot } from '../../base/host.mjs';
import { buildFolder, hashFile, projectRoot, readJson, writeAtomically } from '../../base/paths.mjs';
import { SetUpError } from '../../base/step.mjs';
import { storageFolder } from '../../base/user.mjs';
import { hasBaseImage } from '../base-image.mjs';
import { buildArguments, imageTag, nodePackage } from '../image-tag.mjs';
import { npmTarball } from '../npm-tarball.mjs';
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

/** Where the service reads what its boxes are made of: `{ tag, agents, guest, builtAt, former }`, written when the image is built. `guest`: the tag of the sandboxes’ image of that time. */
export const agentsRecord = `${buildFolder}/agents-image.json`;

/** The agents of the image that was built last, where it is still there. */
export const builtAgents = async () => {
	const record = readJson(agentsRecord);
	return typeof record?.tag === 'string' && (await hasImage(record.tag)) ? record.agents : [];
};

/** All of the image but our guest; from the first step on it is known what it is made of. */
const groundOf = (names) => {
	const file = readAgentsFile();
	const agents = names.map((name) => {
		const text = agentFileFor(file, name);
		return { name, text, tag: `localhost/threadsmith-agent-${name}:${hashOf([text], [name])}` };
	});
	const text = groundFileFor(file, agents);
	const below = sandboxGroundTag();
	return { agents, text, below, tag: `localhost/threadsmith-agents-ground:${hashOf([below, text], ['etc'])}` };
};

const sandboxGroundTag = () => {
	const node = readJson(`${projectRoot}/node_modules/${nodePackage()}/package.json`)?.version;
	const fonts = hashFile(`${projectRoot}/src/sandbox/guest/python/name_fonts.py`);
	return `localhost/threadsmith-ground:${hashOf([groundStagesOf(readContainerfile()), buildArguments(), node, fonts])}`;
};

/** Same content, same name. Needs the guest's bundle. */
const agentsTag = (ground) => `localhost/threadsmith-agents:${hashOf([ground.tag, imageTag()])}`;

/**
 * The steps that make an image with these agents; each is skipped where what it makes is there.
 *
 * @param {readonly import('./table.mjs').AgentRow[]} rows
 */
export const imageSteps = (rows) => {
	const ground = groundOf(rows.map(({ name }) => name));
	const isThere = () => hasImage(ground.tag);
	return [
		npmTarball,
		room(rows, isThere),
		{ ...baseImage, done: async () => (await isThere()) || (await hasBaseImage()) },
		...ground.agents.map((agent, index) => agentStep(agent, rows[index].title, isThere)),
		groundStep(ground, isThere),
		guestStep(ground),
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

const agentStep = ({ name, text, tag }, title, isThere) => ({
	name: `agent ${title}`,
	done: async () => (await isThere()) || (await hasImage(tag)),
	run: (progress) => build(name, text, tag, [], progress),
});

const groundStep = ({ agents, text, below, tag }, isThere) => ({
	name: 'ground of the agents',
	done: isThere,
	run: async (progress) => {
		if (!(await hasImage(below))) await buildTarget('ground', below, progress);
		await build('agents', text, tag, [`--build-arg=GROUND=${below}`], progress);
		// They are in the ground now.
		for (const agent of agents) await podman(['rmi', agent.tag]);
		return `${await imageSize(tag)} MB, ${await imageSize(below)} MB of it shared with sandboxes`;
	},
});

const guestStep = (ground) => ({
	name: 'image of the agents',
	done: async () => isRecorded(ground) && (await hasImage(agentsTag(ground))),
	run: async (progress) => {
		const tag = agentsTag(ground);
		const text = guestFileFor(readContainerfile(), ground.tag);
		if (!(await hasImage(tag))) await build('sandbox', text, tag, [], progress);
		if (!isRoot()) await tryOnce(tag, progress);
		const names = ground.agents.map(({ name }) => name);
		await record(tag, names);
		return `${tag}, ${await imageSize(tag)} MB: ${names.join(', ')}`;
	},
});

const isRecorded = (ground) => {
	const kept = readJson(agentsRecord);
	return kept?.tag === agentsTag(ground) && kept.guest === imageTag();
};

/**
 * Puts the guest that there is now on the agents that there are, for the set-up: after an update nothing has to be fetched for it. Where what is below it has
 * changed too, a person is told: that takes minutes.
 */
export const agentsOnNewGuest = {
	name: 'image of the agents',
	done: async () => {
		const kept = readJson(agentsRecord);
		return kept?.guest === imageTag() || !(await isBuilt(kept));
	},
	run: async (progress) => {
		const ground = groundOf(readJson(agentsRecord).agents);
		if (await hasImage(ground.tag)) return await guestStep(ground).run(progress);
		return 'it is of an earlier version, and coding agents wait for: ./threadsmith image agents';
	},
};

const isBuilt = async (kept) => typeof kept?.tag === 'string' && (await hasImage(kept.tag));

const record = async (tag, agents) => {
	const now = Date.now();
	const former = await removeOldImages(formerImages(readJson(agentsRecord), tag, now), now);
	const text = JSON.stringify(
		{ tag, agents, guest: imageTag(), builtAt: new Date(now).toISOString(), former },
		undefined,
		'\t',
	);
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
