import { AllowedMentionsTypes } from 'discord-api-types/v10';
import { z } from 'zod';
import { flag, list, refuse, snowflake } from './fields.ts';

/** https://docs.discord.com/developers/resources/message#allowed-mentions-object */
export const allowedMentions = z
	.strictObject({
		parse: z.array(z.enum(AllowedMentionsTypes)).optional(),
		roles: list(snowflake, 0, 100).optional(),
		users: list(snowflake, 0, 100).optional(),
		replied_user: flag.optional(),
	})
	.superRefine(({ parse = [], roles = [], users = [] }, context) => {
		const exclusive = (kind: 'users' | 'roles') => {
			const message = `parse:["${kind}"] and ${kind}: [ids...] are mutually exclusive.`;
			refuse(context, 'MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE', message);
		};
		if (parse.includes(AllowedMentionsTypes.User) && users.length > 0) exclusive('users');
		if (parse.includes(AllowedMentionsTypes.Role) && roles.length > 0) exclusive('roles');
	});
