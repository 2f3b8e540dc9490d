/** The thread in which messages of Slack are rendered. */

import { serveRendering } from '../../serve-rendering.ts';
import { slackRenderers } from './renderers.ts';

serveRendering(slackRenderers);
