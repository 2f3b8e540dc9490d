import type { Route } from '../route.ts';
import { applicationRoutes } from './application.ts';
import { attachmentRoutes } from './attachments.ts';
import { channelRoutes } from './channels.ts';
import { commandRoutes } from './commands.ts';
import { guildRoutes } from './guilds.ts';
import { interactionRoutes } from './interactions.ts';
import { messageRoutes } from './messages.ts';
import { reactionRoutes } from './reactions.ts';
import { threadRoutes } from './threads.ts';
import { webhookRoutes } from './webhooks.ts';

/** The first that fits is taken: those with `@me` stand before those with a parameter. */
export const allRoutes: readonly Route[] = [
	...applicationRoutes,
	...attachmentRoutes,
	...channelRoutes,
	...messageRoutes,
	...reactionRoutes,
	...threadRoutes,
	...guildRoutes,
	...commandRoutes,
	...interactionRoutes,
	...webhookRoutes,
];
