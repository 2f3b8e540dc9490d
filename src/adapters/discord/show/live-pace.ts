import type { LiveFailure, LiveForm, LiveMessageDeps } from '../../present/live/live-deps.ts';
import { awayOf } from '../api/problems/trouble.ts';
import type { DiscordMessage } from '../render/discord-message.ts';
import { mostStreaming, progressEmbed, progressMessage } from '../render/progress.ts';
import { failureOf, isFull } from './live-failure.ts';
import type { DiscordShowDeps } from './show-deps.ts';

type Pace = Pick<LiveMessageDeps<DiscordMessage>, 'editMs' | 'failureOf' | 'mostForms' | 'progress'>;

/** How live messages look in Discord, and how often and in which forms they are tried: Components V2, then an embed. */
export function livePace(deps: DiscordShowDeps): Pace {
	return {
		editMs: 2000,
		mostForms: 2,
		progress: (form) => drawn(deps, form),
		failureOf: (error, id, isEnding) => latched(deps, failureIn(deps, error, isEnding ? undefined : id)),
	};
}

async function drawn({ render, latch }: DiscordShowDeps, form: LiveForm): Promise<DiscordMessage> {
	const { lines, footer, stop, keys } = form;
	const words = form.words.trim() === '' ? '' : await render('tail', [form.words, mostStreaming]);
	const options = { footer, stop, keys, streaming: words };
	return latch.takesComponents ? progressMessage(lines, options) : progressEmbed(lines, options);
}

/** `id`: of the message, unless it is its last form that was refused. */
function failureIn({ clock }: DiscordShowDeps, error: unknown, id: string | undefined): LiveFailure {
	const why = failureOf(error);
	if (why.type !== 'later') return why;
	if (id !== undefined && isFull(id, why.ms, clock.now())) return { type: 'full' };
	const away = awayOf(error);
	return away ? { ...why, away } : why;
}

function latched({ latch }: DiscordShowDeps, why: LiveFailure): LiveFailure {
	if (why.type === 'form') latch.takesComponents = false;
	return why;
}
