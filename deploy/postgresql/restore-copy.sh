#!/bin/sh
# Sets up the newest base backup as a separate server that recovers everything in the archive, and then
# becomes the given program: restore-copy.sh postgres -c archive_mode=off
# The backup is in /backup unless BACKUP says otherwise; PGDATA must not exist yet.
set -eu
backup=${BACKUP:-/backup}

if [ -e "$PGDATA" ]; then
  echo "restore-copy: $PGDATA already exists: a restore never overwrites anything" >&2
  exit 1
fi
mkdir -m 700 "$PGDATA"
# From inside: if the next backup takes its place meanwhile, this one goes on as base.before.
(cd "$backup/base" && cp -a . "$PGDATA/")
chmod 700 "$PGDATA"
rm -f "$PGDATA/standby.signal"
cat >>"$PGDATA/postgresql.auto.conf" <<END
restore_command = 'cp "$backup/wal/%f" "%p"'
recovery_target_action = promote
primary_conninfo = ''
primary_slot_name = ''
synchronous_standby_names = ''
END
touch "$PGDATA/recovery.signal"
exec "$@"
