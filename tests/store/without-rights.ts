/** The user and group of nobody. */
const nobody = 65_534;

/** Runs `work` as a user who is not let through by being root; as whoever runs the tests where that is none. */
export async function withoutRights<T>(work: () => Promise<T>): Promise<T> {
	if (process.geteuid?.() !== 0) return await work();
	process.seteuid?.(nobody);
	try {
		return await work();
	} finally {
		process.seteuid?.(0);
	}
}
