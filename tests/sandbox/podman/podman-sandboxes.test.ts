import { testSandboxes } from '../sandboxes-contract.ts';
import { describeWithPodman, podmanHome } from './podman-home.ts';

describeWithPodman('On real Podman', () => {
	testSandboxes('The Podman implementation', podmanHome);
});
