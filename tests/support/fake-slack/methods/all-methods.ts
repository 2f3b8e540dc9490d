import type { Method } from '../api/method.ts';
import type { Sockets } from '../deliver/sockets.ts';
import { appMethods } from './apps.ts';
import { chatMethods } from './chat.ts';
import { conversationMethods } from './conversations.ts';
import { fileMethods } from './files.ts';
import { peopleMethods } from './people.ts';
import { sessionMethods } from './sessions.ts';
import { streamMethods } from './streams.ts';
import { viewMethods } from './views.ts';

/** Every method there is here; any other is `unknown_method`. */
export function allMethods(sockets: Sockets): ReadonlyMap<string, Method> {
	return new Map(
		Object.entries({
			...appMethods(sockets),
			...chatMethods,
			...conversationMethods,
			...fileMethods,
			...peopleMethods,
			...sessionMethods,
			...streamMethods,
			...viewMethods,
		}),
	);
}
