import { z } from 'zod';

/** For a command without arguments. */
export const noArguments = z.string().trim().max(0, 'takes no arguments');

/** For a command with one word; without it the command says what there is to choose from. */
export const atMostOneWord = z.string().trim().regex(/^\S*$/, 'takes one word');
