/** A thing that the model does. Paths are absolute: tools of different agents stand in different folders. */
export type Step =
	| { readonly kind: 'write'; readonly path: string; readonly content: string }
	| { readonly kind: 'replace'; readonly path: string; readonly before: string; readonly after: string }
	| { readonly kind: 'read'; readonly path: string }
	| { readonly kind: 'run'; readonly command: string }
	| { readonly kind: 'say'; readonly text: string };

/** A step that takes a call. */
export type Act = Exclude<Step, { readonly kind: 'say' }>;
