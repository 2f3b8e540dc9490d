#!/bin/sh
# A stand-in for the sandbox's container, for tests: run under `unshare --mount --ipc --pid --fork --kill-child`, it builds a root of
# the host's /usr and a session folder, and runs the guest there as root with the four capabilities that a sandbox has.
# Nothing outside FOLDER is touched. This shell stays as process 1 and reaps, as the container's init does.
# Usage: enter-root.sh FOLDER NODE    (FOLDER holds root/ session/ guest/)
set -e
root=$1/root
exec 3<&0
mount -t tmpfs -o mode=755 none "$root"
cd "$root"
mkdir -p proc dev etc usr opt/threadsmith run session small var
mkdir -m 1777 tmp var/tmp
for name in bin sbin lib lib32 lib64; do [ ! -L "/$name" ] || cp -P "/$name" .; done
mount --bind -o ro /usr usr
mount --bind -o ro /etc etc
mount --bind "$1/session" session
mount --bind "$1/guest" opt/threadsmith
mount --bind "$1/session/inputs" session/inputs
mount -o remount,bind,ro session/inputs
touch opt/node && mount --bind "$2" opt/node
for name in null zero urandom; do touch dev/$name && mount --bind /dev/$name dev/$name; done
mkdir -m 1777 dev/shm
mount -t tmpfs -o size=128k,uid=1000,gid=1000 none small
mount -t proc -o hidepid=2,gid=0 proc proc
for name in inputs tools memories; do ln -s session/$name $name; done
ln -s session/disk/workspace workspace && ln -s session/disk/outputs outputs && ln -s session/disk/envs envs
chroot . setpriv --no-new-privs --bounding-set=-all,+chown,+setuid,+setgid,+kill \
	/opt/node --max-old-space-size=64 --max-semi-space-size=2 --v8-pool-size=0 /opt/threadsmith/guest.mjs <&3 &
exec 3<&- </dev/null >/dev/null
wait $!
