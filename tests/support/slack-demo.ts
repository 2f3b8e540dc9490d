import { reporter } from '../../src/demo/report.ts';
import type { DemoOptions } from '../../src/demo/stand-in.ts';
import { type FakeSlack, startFakeSlack } from './fake-slack/fake-slack.ts';
import { playDemo } from './platform-demo/play-demo.ts';
import { createSlackPlayhouse } from './slack-demo/slack-playhouse.ts';

export interface SlackDemoOptions extends DemoOptions {
	/** Sees the workspace at the end, before it closes. */
	readonly look?: (slack: FakeSlack, threadTs: string) => Promise<void>;
	/** Does something to the workspace before anybody speaks. */
	readonly before?: (slack: FakeSlack) => void;
}

/** Plays the demo's conversation in a Slack workspace on this machine. Resolves with 0 when every step happened, else with 1. */
export async function runDemo({ json, signal, stage, look, before }: SlackDemoOptions): Promise<number> {
	const report = reporter(json);
	report.say(
		'This demo plays a conversation in Slack. The workspace is a stand-in on this machine, and the model is scripted.',
	);
	report.say(
		'The bot, its connection, the sandbox, the tool that is forged, its tests, the files and the numbers are real.\n',
	);
	await using slack = await startFakeSlack();
	before?.(slack);
	const house = createSlackPlayhouse({ slack, report, look: async (threadTs) => look?.(slack, threadTs) });
	return await playDemo({ house, report, stage, signal });
}
