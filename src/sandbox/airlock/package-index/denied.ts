/** A request that is not served. `message` is one plain line for the model, without addresses or credentials. */
export class Denied extends Error {
	override readonly name = 'Denied';
	/** HTTP status for the installer. */
	readonly status: number;

	constructor(message: string, options: ErrorOptions & { readonly status: number }) {
		super(message, options);
		this.status = options.status;
	}
}
