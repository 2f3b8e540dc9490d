/** A fault of an order: in which field, and how it is mended. */
export interface Fault {
	/** A path, such as `examples[1].output.sum`. */
	readonly at: string;
	readonly says: string;
}

/** A field within one. Pure. */
export function inside(path: string, name: string): string {
	if (/^\d+$/.test(name)) return `${path}[${name}]`;
	if (!/^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name)) return `${path}[${JSON.stringify(name.slice(0, 40))}]`;
	return path === '' ? name.slice(0, 64) : `${path}.${name.slice(0, 64)}`;
}
