#!/usr/bin/env bash
# Starts a standby in the image of PostgreSQL, with the address and the password of its primary in PGHOST, PGUSER and
# PGPASSWORD. On a new volume, it copies the primary first. To begin anew, remove the volume.
set -euo pipefail

# Beside the data, for a copy of another standby would bring its own along.
complete=$(dirname "$PGDATA")/copy-is-complete
if [ ! -e "$complete" ]; then
  rm -rf "$PGDATA"
  pg_basebackup --pgdata="$PGDATA" --write-recovery-conf --wal-method=stream --checkpoint=fast
  touch "$complete"
fi
exec docker-entrypoint.sh postgres "$@"
