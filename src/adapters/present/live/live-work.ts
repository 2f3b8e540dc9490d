import type { ShowScene } from '../ground.ts';
import type { LiveContent, LiveView } from './live-content.ts';
import type { LiveMessageDeps } from './live-deps.ts';
import type { LivePost } from './live-post.ts';
import type { LivePart, LiveState } from './live-state.ts';

/** A live message and what it works with. */
export interface Work<Message> {
	readonly deps: LiveMessageDeps<Message>;
	readonly scene: ShowScene;
	readonly content: LiveContent;
	readonly post: LivePost;
	readonly take: () => LivePart;
	state: LiveState;
	/** Whoever ends it does not wait for the next edit's time. */
	readonly hurry: PromiseWithResolvers<void>;
	readonly begun: PromiseWithResolvers<void>;
	/** One request at a time; `working` stays what it was when it is over. */
	isWorking: boolean;
	working: Promise<void> | undefined;
}

/** Its state is replaced. */
export function move<Message>(work: Work<Message>, change: (state: LiveState) => LiveState): void {
	work.state = change(work.state);
}

/** The state that its message is to show now. */
export function viewOf<Message>({ content, state }: Work<Message>): LiveView {
	return content.view(state.part.number);
}
