#!/bin/sh
# runsc as sandboxes have it. Without --network=none its network stack would need one of the host's; --oci-seccomp: it leaves a
# container's filter out otherwise. Never --ignore-cgroups: memory, CPU and processes would be without a limit.
exec runsc --network=none --oci-seccomp "$@"
