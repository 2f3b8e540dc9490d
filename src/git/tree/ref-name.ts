import { createHash } from 'node:crypto';

/** Where the commits of ours are kept in a mirror. */
export const keptRefs = 'refs/threadsmith/';

/**
 * The ref that keeps the commit of this name (`^[A-Za-z0-9._/~-]{1,200}$`). One part alone, whatever the name: none is the folder of another, and none
 * is a name that git does not take (git-check-ref-format(1)). Pure.
 */
export function keptRef(name: string): string {
	const plain = name.replaceAll(/[^A-Za-z0-9_-]/g, (character) => `=${character.codePointAt(0)?.toString(16)}`);
	// A name is a file's, which holds 255 bytes, and git adds `.lock`.
	return keptRefs + (plain.length > 200 ? `=${createHash('sha256').update(name).digest('hex')}` : plain);
}
