#!/bin/sh
# Runs a program as the service's image does: `image-entry.sh <program> <arguments>`.
set -eu

# On control groups of version 2 a group has processes of its own or limits those below it, not both, and the container's own group has what
# runs here: it goes one down, so that sandboxes can be limited. The root of all, which a container may be shown, has no type, and is left alone.
# https://docs.kernel.org/admin-guide/cgroup-v2.html#no-internal-process-constraint
groups=${THREADSMITH_CGROUPS:-/sys/fs/cgroup}
if [ -f "$groups/cgroup.type" ] && mkdir -p "$groups/service" 2>/dev/null; then
	while read -r pid; do
		echo "$pid" 2>/dev/null >"$groups/service/cgroup.procs" || :
	done <"$groups/cgroup.procs"
	for controller in $(cat "$groups/cgroup.controllers"); do
		echo "+$controller" 2>/dev/null >>"$groups/cgroup.subtree_control" || :
	done
fi

# The monitors of sandboxes lose their parents: somebody has to see them end.
exec catatonit -- "$@"
