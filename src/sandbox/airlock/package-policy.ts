/** The rules by which the airlock's door to the package index lets files through. */
export interface PackagePolicy {
	/** The index's simple API (PEP 503), such as `https://pypi.org/simple`; may hold a user name and password, which stay on the host. */
	readonly index: string;
	/** Files younger than this are not served, days. */
	readonly leastAgeDays: number;
	/** Bytes a session may fetch, in all. */
	readonly sessionBytes: number;
	/** How long one resolving or one install may take, seconds. */
	readonly seconds: number;
}
