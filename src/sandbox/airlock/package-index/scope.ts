/**
 * `resolve`: pages and metadata, no wheel, of these names and of those that metadata served meanwhile requires; `undated` says that
 * files of unknown age will do. `install`: exactly these files, whatever their age, which was looked at when they were resolved.
 * `any`: pages, metadata and wheels of whatever is asked for, of which nobody knew the names before.
 */
export type DoorScope =
	| { readonly kind: 'any'; readonly undated: (name: string) => boolean }
	| { readonly kind: 'resolve'; readonly names: readonly string[]; readonly undated: boolean }
	| {
			readonly kind: 'install';
			readonly packages: readonly {
				readonly name: string;
				readonly version: string;
				readonly sha256s: readonly string[];
			}[];
	  };
