/** A contradiction among settings of which none is wrong by itself. */
export interface SettingRule<Given> {
	/** Those that it is made of: where one of them is wrong by itself, nothing is said of it. */
	readonly names: readonly (keyof Given & string)[];
	readonly broken: (given: Given) => boolean;
	readonly problem: string;
}
