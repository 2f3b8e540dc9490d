import { z } from 'zod';
import { judgeAge, timeOf, undatedLine, youngLine } from '../../age.ts';
import { Denied } from '../../package-index/denied.ts';
import type { DoorAnswer } from '../../package-index/exchange.ts';
import { onceEach } from '../../package-index/once-each.ts';
import {
	fetchFile,
	fetchText,
	fetchWhole,
	type IndexDoor,
	type IndexDoorDeps,
	parseJson,
	served,
	unknownPath,
} from '../index-door.ts';
import { type GoAsked, readGoPath } from './read-path.ts';

const infoSchema = z.object({ Version: z.string(), Time: z.unknown().optional() });

interface Info {
	readonly text: string;
	/** Why nothing of this version is served; undefined where it is. */
	readonly why: string | undefined;
}

/**
 * A proxy of Go modules: versions, what they tell of themselves, files, and the database of their sums, by which Go itself looks at them. What is
 * told of a version's age is the time of its commit.
 */
export function createGoDoor(deps: IndexDoorDeps): IndexDoor {
	const { upstream, limits, age, onFetched } = deps;
	const onceEachVersion = onceEach<Info>();

	const pathTo = (module: string, rest: string) => upstream.at(`${encodeURI(module)}/${encodeURI(rest)}`);

	/** `rest`: `@v/v1.2.3.info` or `@latest`. */
	function info(module: string, rest: string, signal: AbortSignal): Promise<Info> {
		return onceEachVersion(`${module}/${rest}`, async () => {
			const what = `${plain(module)}/${rest}`;
			const text = await fetchText(deps, { url: pathTo(module, rest), what, cap: limits.small }, signal);
			const read = infoSchema.safeParse(parseJson(text, what));
			if (!read.success)
				throw new Denied(`the proxy answered with something that is no version (asked for ${what})`, { status: 502 });
			return { text, why: whyNot(plain(module), read.data.Version, timeOf(read.data.Time)) };
		});
	}

	function whyNot(module: string, version: string, at: number | undefined): string | undefined {
		const verdict = judgeAge(module, at, age);
		if (verdict === 'fit') return undefined;
		const what = `${module} ${version.slice(0, 100)}`;
		return verdict === 'undated' ? undatedLine(module) : youngLine(what, age.now() - (at ?? 0), age.leastMs);
	}

	async function ofVersion(
		asked: Extract<GoAsked, { version: string }>,
		isHead: boolean,
		signal: AbortSignal,
	): Promise<DoorAnswer> {
		const { kind, module, version } = asked;
		const { text, why } = await info(module, `@v/${version}.info`, signal);
		if (why !== undefined) throw new Denied(why, { status: 403 });
		if (kind === 'info') return served('application/json', Buffer.from(text));
		const [url, what] = [pathTo(module, `@v/${version}.${kind}`), `${plain(module)}@${plain(version)}.${kind}`];
		if (isHead) return served('application/octet-stream', new Uint8Array());
		const cap = kind === 'zip' ? limits.file : limits.small;
		const body = await fetchFile(deps, { url, what, cap, hash: undefined }, signal);
		if (kind === 'zip') onFetched(`${plain(module)} ${plain(version)}`);
		return served('application/octet-stream', body);
	}

	return async ({ path, isHead }, signal) => {
		const asked = readGoPath(path);
		if (asked === undefined) throw unknownPath();
		switch (asked.kind) {
			case 'sums': {
				const wanted = { url: upstream.at(encodeURI(asked.path)), what: asked.path, cap: limits.small };
				// Its tiles are no text
				return served('application/octet-stream', await fetchWhole(deps, wanted, signal));
			}
			case 'list': {
				const wanted = {
					url: pathTo(asked.module, '@v/list'),
					what: `the versions of ${plain(asked.module)}`,
					cap: limits.page,
				};
				return served('text/plain', Buffer.from(await fetchText(deps, wanted, signal)));
			}
			case 'latest': {
				const { text, why } = await info(asked.module, '@latest', signal);
				if (why !== undefined) throw new Denied(why, { status: 403 });
				return served('application/json', Buffer.from(text));
			}
			default:
				return ofVersion(asked, isHead, signal);
		}
	};
}

/** As people write it. */
function plain(escaped: string): string {
	return escaped.replaceAll(/!([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}
