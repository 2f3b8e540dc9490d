import { buildFolder, projectRoot, readJson, writeAtomically } from '../base/paths.mjs';
import { run } from '../base/run.mjs';
import { SetUpError } from '../base/step.mjs';
import { findNode } from '../node24.mjs';
import { imageRecord } from './image-tag.mjs';
import { podman } from './podman.mjs';
import { whyNoSandboxes } from './user-ground.mjs';

/**
 * Which image was looked at from inside: `{ tag, builtAt, id, result }`, `result` being `passed` or `left`, which leaves it to the first sandbox. Not
 * in the service's own image: what holds inside a sandbox hangs on the host too.
 */
export const checkRecord = `${buildFolder}/checked-image.json`;

/** Looks once into a sandbox of each new image, as `threadsmith image check` does. */
export const selfCheck = {
	name: 'sandbox, seen from inside',
	skipped: whyNoSandboxes,
	done: () => isLookedAt(readJson(imageRecord), readJson(checkRecord)),
	run: async (progress) => {
		const { tag, builtAt } = readJson(imageRecord);
		const id = (await podman(['image', 'inspect', '--format', '{{.Id}}', tag])).stdout.trim();
		const former = readJson(checkRecord);
		const { result, remark } =
			id !== '' && former?.id === id && former.result === 'passed' ? former : await look(progress);
		writeAtomically(checkRecord, `${JSON.stringify({ tag, builtAt, id, result }, undefined, '\t')}\n`);
		return remark;
	},
};

/** Whether the image that was built last is the one that was looked at. Pure. */
export const isLookedAt = (image, checked) =>
	image?.tag !== undefined && checked?.tag === image.tag && checked?.builtAt === image.builtAt;

const look = async (progress) => {
	progress('the first sandbox');
	const words = ['--disable-warning=ExperimentalWarning', 'src/main.ts', 'image', 'check', '--json'];
	const { stdout, tail } = await run(await findNode(), words, { cwd: projectRoot });
	return verdictOf(rowsOf(stdout), tail.split('\n').at(-1) ?? '');
};

/** Each line an object; anything else is none of its rows. */
const rowsOf = (text) =>
	text.split('\n').flatMap((line) => {
		try {
			const row = JSON.parse(line);
			return row?.suite === 'image' ? [row] : [];
		} catch {
			return [];
		}
	});

/**
 * The result of the rows of a check, for the record and for people; `lastWord` says why there are none. Throws a {@link SetUpError} when one did not
 * pass. Pure.
 */
export const verdictOf = (rows, lastWord) => {
	if (rows.length === 0) {
		const why = lastWord.replace(/^threadsmith: /, '');
		return { result: 'left', remark: `left to the first sandbox, as none can be had now: ${why}` };
	}
	const failed = rows.filter(({ met }) => met !== true);
	if (failed.length === 0) return { result: 'passed', remark: `${rows.length} promises hold` };
	throw new SetUpError('The sandbox does not hold what it promises, seen from inside: nothing should run in it', {
		commands: ['./threadsmith doctor', './threadsmith image check'],
		output: failed.map(({ name, value }) => `${name}: ${value}`).join('\n'),
	});
};
