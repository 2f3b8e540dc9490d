/** Whether containers of a runtime have a kernel of their own: of what is mounted into a running one from outside the host's knows, and they may not. Pure. */
export function hasOwnKernel(runtime: string): boolean {
	return /runsc|kata|krun/.test(runtime);
}
