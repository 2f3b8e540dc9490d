/** The title of a session, out of its first words; undefined where nobody has spoken in it. */
export type TitleOf = (session: string) => Promise<string | undefined>;
