/** How this process is connected to Discord. */
export interface DiscordSettings {
	readonly token: string;
	/** The API's root without a version, `https://discord.com/api`; undefined: Discord's own. The gateway's address is asked from it. */
	readonly apiUrl: string | undefined;
	/** Permissions that rights depend on, as `G1/ManageGuild`: who has one of these has it as a trait. */
	readonly permissions: readonly string[];
	/** Guilds that rights are given in. */
	readonly places?: readonly string[];
	/** The largest file that is handed in or out, bytes; Discord's own limits hold besides. */
	readonly maxFileBytes: number;
}
