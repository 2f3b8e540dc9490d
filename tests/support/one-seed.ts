import fc from 'fast-check';

/**
 * Property tests draw from one seed: what a run tells is of the change, not of luck. `PROPERTY_SEED=random npm test` draws from another, and
 * a number from that one.
 */
const wish = process.env['PROPERTY_SEED'] ?? '20261128';

fc.configureGlobal({ ...fc.readConfigureGlobal(), ...(wish !== 'random' && { seed: Number(wish) }) });
