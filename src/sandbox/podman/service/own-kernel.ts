/**
 * Whether containers of a runtime have a kernel of their own, of which the host's knows nothing; what is mounted from outside into one that runs
 * does not appear there. Pure.
 */
export function hasOwnKernel(runtime: string | undefined): boolean {
	return runtime !== undefined && /runsc|kata|krun/.test(runtime);
}
