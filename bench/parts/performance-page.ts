import { join } from 'node:path';

const docs = join(import.meta.dirname, '..', '..', 'docs');

/** The page that says what things cost, and the picture in it of how many sandboxes a machine holds. */
export const performancePage = join(docs, 'performance.md');
export const curvePicture = join(docs, 'sandbox-curve.png');
