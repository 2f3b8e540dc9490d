/** No bit of any of Discord's sets of flags. */
export const noFlags: number = 0;
