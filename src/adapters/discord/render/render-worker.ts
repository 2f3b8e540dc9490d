/** The thread in which messages of Discord are rendered. */

import { serveRendering } from '../../serve-rendering.ts';
import { discordRenderers } from './renderers.ts';

serveRendering(discordRenderers);
