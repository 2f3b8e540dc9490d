#!/bin/sh
# Answers what git asks for, for one host alone. The answers are in the environment of this git and of nobody else.
case "$1" in
"Username for 'https://$THREADSMITH_GIT_HOST': ") printf '%s\n' "$THREADSMITH_GIT_LOGIN" ;;
"Password for 'https://"*"@$THREADSMITH_GIT_HOST': ") printf '%s\n' "$THREADSMITH_GIT_TOKEN" ;;
*) exit 1 ;;
esac
