import { existsSync } from 'node:fs';
import { describe } from 'vitest';
import { testSandboxes } from '../sandboxes-contract.ts';
import { describeWithPodman, podmanHome, testedRuntime } from './podman-home.ts';

// It is used as root only
const hasRunsc = process.getuid?.() === 0 && ['/usr/bin/runsc', '/usr/local/bin/runsc'].some(existsSync);

describeWithPodman('On real Podman', () => {
	testSandboxes(`The Podman implementation, on ${testedRuntime},`, podmanHome);
});

// The rest of these tests on gVisor: npm run sandbox-test -- runsc
(hasRunsc && testedRuntime === 'runc' ? describeWithPodman : describe.skip)('On real Podman with gVisor', () => {
	testSandboxes('The Podman implementation, on runsc,', () => podmanHome({ runtime: 'runsc' }));
});
