import type { IncomingMessage, ServerResponse } from 'node:http';

/** How requests are answered in place of the right answer. `at`: only those whose address matches. */
export type Trouble =
	| { readonly kind: 'redirect'; readonly to: string; readonly at?: RegExp }
	| { readonly kind: 'status'; readonly status: number; readonly at?: RegExp }
	/** Takes the request and says nothing, until the server ends. */
	| { readonly kind: 'hangs'; readonly at?: RegExp }
	/** Serves what is asked for, but cuts the connection after so many bytes of each answer. */
	| { readonly kind: 'cut'; readonly after: number; readonly at?: RegExp };

/** Whether it has answered, in its way, so that nobody else is to. */
export function trouble(now: Trouble, { url = '' }: IncomingMessage, response: ServerResponse): boolean {
	if (now.at && !now.at.test(url)) return false;
	switch (now.kind) {
		case 'redirect':
			response.writeHead(302, { location: now.to + url }).end();
			return true;
		case 'status':
			response.writeHead(now.status).end();
			return true;
		case 'hangs':
			return true;
		case 'cut':
			return false;
	}
}
