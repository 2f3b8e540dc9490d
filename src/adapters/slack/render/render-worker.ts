/** The thread in which messages of Slack are rendered. */

import { serveRendering } from '../../markdown/serve-rendering.ts';
import { slackRenderers } from './renderers.ts';

serveRendering(slackRenderers);
