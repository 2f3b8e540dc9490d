import type { BotUser } from '../bot-user.ts';
import { closedAbove, waysTo } from './closed-folders.ts';

/** Something that the bot needs on this host, absolute, without links in its path. */
export interface Shown {
	readonly path: string;
	readonly kind: 'folder' | 'file';
	readonly rights: 'read' | 'write';
}

/** All that the bot is to see below folders that are closed to its user. */
export interface Needs {
	readonly shown: readonly Shown[];
	/** Its working folder: there, with nothing in it but what is shown. */
	readonly cwd: string;
	/** A path that it may look for, and not find. */
	readonly sought?: string | undefined;
}

/**
 * Covers each folder that is closed to the user by an empty one, and shows in it, under their own paths, the things that lie there: in a mount
 * namespace of this process alone, which becomes the program at the end. Arguments: the working folder, and for each folder its path, how many things
 * are shown in it, and of each the kind (d, f), the rights (ro, rw) and the path below the folder. No path is part of the script.
 */
const script = `set -eu
trap 'echo "threadsmith: cannot show the bot its own folders alone: mount failed" >&2' EXIT
cwd=$1 closed=$2 mask=$(umask)
shift 2
umask 022
while [ "$closed" -gt 0 ]; do
	folder=$1 shown=$2
	shift 2
	exec 9<"$folder"
	mount -t tmpfs -o mode=755,size=1m,nosuid,nodev,noexec none "$folder"
	while [ "$shown" -gt 0 ]; do
		kind=$1 rights=$2 below=$3 at=$folder/$3
		shift 3
		if [ "$kind" = d ]; then
			[ -d "$at" ] || mkdir -p -- "$at"
		else
			mkdir -p -- "\${at%/*}"
			: >>"$at"
		fi
		mount -c -o "bind,$rights,nosuid,nodev" "/proc/self/fd/9/$below" "$at"
		shown=$((shown - 1))
	done
	exec 9<&-
	closed=$((closed - 1))
done
[ -d "$cwd" ] || mkdir -p -- "$cwd"
cd -- "$cwd"
umask "$mask"
trap - EXIT
exec "$@"
`;

/** The words before a program that give it a view of its own; none where nothing that it needs is closed to the user. */
export async function viewWords({ shown, cwd, sought }: Needs, user: BotUser): Promise<readonly string[]> {
	// As if the working folder held something: it is to be passed through itself.
	const paths = [...shown.map(({ path }) => path), `${cwd}/x`, ...(sought === undefined ? [] : [sought])];
	const closed = await closedAbove(paths, user);
	if (closed.length === 0) return [];
	const words = closed.flatMap((folder) => coverWords(folder, shown));
	const start = ['unshare', '--mount', '--propagation', 'private', '--', 'sh', '-c', script, 'threadsmith-view'];
	return [...start, cwd, String(closed.length), ...words];
}

/** A folder comes before what lies in it. */
function coverWords(folder: string, shown: readonly Shown[]): readonly string[] {
	const inside = shown
		.filter(({ path }) => waysTo(path).includes(folder))
		.toSorted((a, b) => a.path.length - b.path.length);
	const words = inside.flatMap(({ path, kind, rights }) => [
		kind === 'folder' ? 'd' : 'f',
		rights === 'write' ? 'rw' : 'ro',
		path.slice(folder.length + 1),
	]);
	return [folder, String(inside.length), ...words];
}
