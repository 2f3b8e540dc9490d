/**
 * Matches tests that change their process for good, or measure it: another file in the same process would be changed or measured with it.
 * Anything else in a process is the same for each file: `src/` keeps no state but in what is created.
 */
const ofTheProcess =
	/readLongTexts|letGatewayUseProxies|isLinear|\/proc\/self|memoryUsage|process\.(?:umask|env\[|on\(|chdir)|stubEnv/;

/** Whether a test file needs a process of its own, by its source. */
export function runsAlone(source: string): boolean {
	return ofTheProcess.test(source);
}
