import { type Question, questionSchema } from '../../../src/chat/question.ts';
import type { Person, Thread } from '../../../src/chat/thread.ts';
import { said } from '../../support/commands.ts';
import { type RecordingPlatform, recordingPlatform } from '../../support/recording-platform.ts';
import { type ScriptedModel, scriptedModel } from '../../support/scripted-model.ts';
import { openWorkbench, type Workbench } from '../../support/workbench.ts';
import type { WorkbenchOptions } from '../../support/workbench-options.ts';
import { askAdmin } from '../rights/ask-admin.ts';

export const bo: Person = { id: 'slack:T1/U2', name: 'Bo' };
export const grace: Person = { id: 'slack:T1/UA', name: 'Grace', traits: ['slack:T1/installer'] };
export const elsewhere: Person = { id: 'slack:T2/UZ', name: 'Zed', traits: ['slack:T2/installer'] };
export const direct: Thread = { platform: 'slack', id: 'T1-D2-1.1' };
export const hers: Thread = { platform: 'slack', id: 'T1-D9-9.9' };
export const session = 'slack-T1-D2-1__1';
export const asks = { calls: [{ name: 'ask_admin', args: {} }] };

type Stage = Pick<WorkbenchOptions, 'home' | 'platform' | 'roles' | 'timing'> & { readonly brain?: ScriptedModel };

export function open({ brain = scriptedModel([asks, { text: 'done' }]), ...rest }: Stage): Workbench {
	return openWorkbench({ ...rest, brain, moreTools: [askAdmin] });
}

/** A platform on which Grace is admin of T1, and may be written to. */
export function withGrace(): RecordingPlatform {
	const platform = recordingPlatform();
	platform.admins.push(grace, elsewhere);
	platform.directTo = ({ id }) => (id === grace.id ? hers : undefined);
	return platform;
}

export async function questionIn({ store }: Workbench, of = session): Promise<Question> {
	const [question] = await store.records.list('question', of, questionSchema);
	if (!question) throw new Error('Nobody was asked');
	return question;
}

/** What was posted in a thread. */
export const postsIn = ({ posts, threads }: RecordingPlatform, { id }: Thread) => {
	const keys = [...threads.entries()];
	return posts.filter((_, at) => keys[at]?.[1] === id);
};

export const inDirect = (text: string) => said(text, { person: bo, thread: direct });
