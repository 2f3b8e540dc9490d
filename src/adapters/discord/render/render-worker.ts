/** The thread in which messages of Discord are rendered. */

import { serveRendering } from '../../markdown/serve-rendering.ts';
import { discordRenderers } from './renderers.ts';

serveRendering(discordRenderers);
