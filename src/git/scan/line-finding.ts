import type { Finding } from '../git.ts';

/** Of a line that is known to whoever asked. */
export type LineFinding = Pick<Finding, 'severity' | 'why'>;
