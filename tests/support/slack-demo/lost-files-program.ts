/** The demo on a Slack that takes no files: steps of it cannot happen. */
import { runDemo } from '../slack-demo.ts';

process.exitCode = await runDemo({
	json: process.argv.includes('--json'),
	signal: AbortSignal.timeout(280_000),
	before: (slack) => slack.failNext('files.completeUploadExternal', 'not_in_channel', 100),
});
