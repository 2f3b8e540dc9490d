import { createCalls } from '../../../../src/adapters/discord/api/create-calls.ts';
import { createDiscordRest } from '../../../../src/adapters/discord/api/create-rest.ts';
import {
	createInteractionAnswers,
	type InteractionAnswers,
	type InteractionAt,
} from '../../../../src/adapters/discord/api/interaction-answers.ts';
import type { Reply } from '../../../../src/adapters/discord/replies.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import { type Api, startApi } from '../../../support/fake-discord/api/start-api.ts';
import { createJumpingClock } from '../../../support/jumping-clock.ts';
import { settingsFor } from './open-rest.ts';

/** Interactions that nobody but a test answers. */
export interface OpenAnswers extends AsyncDisposable {
	readonly api: Api;
	readonly answers: InteractionAnswers;
	readonly signal: AbortSignal;
	/** Ada uses something. */
	interact(): { readonly at: InteractionAt; readonly reply: Reply };
}

export async function startAnswers(): Promise<OpenAnswers> {
	const api = await startApi();
	const { url, token, application } = api.world;
	const rest = createDiscordRest(settingsFor({ apiUrl: `${url}/api`, token }), silentLogger);
	const calls = createCalls({ rest, token, clock: createJumpingClock(), log: silentLogger });
	return {
		...{ api, answers: createInteractionAnswers({ calls }), signal: new AbortController().signal },
		interact() {
			const at = api.interact();
			return { at, reply: { application: application.id, token: at.token, deferred: true } };
		},
		[Symbol.asyncDispose]: () => api[Symbol.asyncDispose](),
	};
}
