/** Whether containers of a runtime have a kernel of their own, of which the host's knows nothing. Pure. */
export function hasOwnKernel(runtime: string | undefined): boolean {
	return runtime !== undefined && /runsc|kata|krun/.test(runtime);
}
