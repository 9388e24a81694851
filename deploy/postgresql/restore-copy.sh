#!/bin/sh
# Lays the newest base backup out as a server of its own, which recovers everything that the archive holds, and then
# becomes the program that it is given: restore-copy.sh postgres -c archive_mode=off
# The backup is in /backup unless BACKUP says otherwise; PGDATA must not be there yet.
set -eu
backup=${BACKUP:-/backup}

if [ -e "$PGDATA" ]; then
  echo "restore-copy: $PGDATA is there: a restore never goes over what stands" >&2
  exit 1
fi
mkdir -m 700 "$PGDATA"
cp -a "$backup/base/." "$PGDATA/"
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
