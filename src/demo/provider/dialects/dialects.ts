import { chatDialect } from './chat/chat.ts';
import type { ProviderDialect } from './dialect.ts';
import { geminiDialect } from './gemini/gemini.ts';
import { messagesDialect } from './messages/messages.ts';
import { responsesDialect } from './responses/responses.ts';

/** In the order in which they are asked whose a request is: Anthropic's list of models has the path of OpenAI's, and a header besides. */
export const dialects: readonly ProviderDialect[] = [messagesDialect, geminiDialect, responsesDialect, chatDialect];
