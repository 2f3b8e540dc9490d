import { discordFacts } from './adapters/discord/facts.ts';
import { slackFacts } from './adapters/slack/facts.ts';
import { terminalFacts } from './adapters/terminal/facts.ts';
import { createPlaces } from './chat/places.ts';
import type { PlatformFacts } from './chat/platform.ts';

/** The platforms that there are. */
export const platforms: readonly PlatformFacts[] = [slackFacts, discordFacts, terminalFacts];

/** What ids tell, on all of them. */
export const places = createPlaces(platforms);
