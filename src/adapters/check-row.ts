/** One thing about a platform's set-up that the doctor has looked at. */
export interface CheckRow {
	readonly name: string;
	readonly ok: boolean;
	/** The state found, without any secret. */
	readonly text: string;
	/** How a person mends it. */
	readonly mend?: string;
}
