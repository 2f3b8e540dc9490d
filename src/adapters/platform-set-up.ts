/** The questions by which a platform is set up. */
export interface PlatformSetUp {
	/** As its connection's label begins. */
	readonly name: string;
	/** How to come by it, in a sentence. */
	readonly guide: string;
	readonly settings: readonly WantedSetting[];
}

export interface WantedSetting {
	readonly name: string;
	/** Where a person finds it. */
	readonly from: string;
	readonly isSecret: boolean;
	readonly isOptional: boolean;
}
