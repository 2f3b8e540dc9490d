import { describe } from 'vitest';
import { describeCodeHost } from './code-host-contract.ts';

describe('gitea', () => describeCodeHost('gitea'));
