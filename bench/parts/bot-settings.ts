/** The settings of a bot of the benchmarks: the scripted server for every role, and a home of its own. */
export function botSettings(home: string, url: string): Record<string, string> {
	return {
		THREADSMITH_HOME: home,
		OPENAI_BASE_URL: url,
		BRAIN_MODEL: 'brain',
		CODER_MODEL: 'brain',
		SUMMARIZER_MODEL: 'brain',
	};
}
