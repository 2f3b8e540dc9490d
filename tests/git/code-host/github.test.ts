import { describe } from 'vitest';
import { describeCodeHost } from './code-host-contract.ts';

describe('github', () => describeCodeHost('github'));
