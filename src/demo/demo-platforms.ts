/** Where the demo is played by itself. */
export const ownPlatform = 'terminal';

/** Where it can be played; all others bring a stand-in of their platform. */
export const demoPlatforms = [ownPlatform, 'slack', 'discord'] as const;
export type DemoPlatform = (typeof demoPlatforms)[number];
