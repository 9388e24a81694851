#!/bin/sh
# Takes a base backup into /backup/base (set BACKUP to use another folder than /backup), next to the WAL archive in
# /backup/wal, and removes what the backup does not need from the archive. The old backup stays until the new one is complete.
# pg_basebackup finds the server by PGHOST and PGUSER.
set -eu
backup=${BACKUP:-/backup}

rm -rf "$backup/base.unfinished"
pg_basebackup --pgdata "$backup/base.unfinished" --wal-method none --checkpoint fast
sync
rm -rf "$backup/base.before"
[ ! -e "$backup/base" ] || mv "$backup/base" "$backup/base.before"
mv "$backup/base.unfinished" "$backup/base"
rm -rf "$backup/base.before"
# The label says in which WAL file the backup begins.
first=$(sed -n 's/^START WAL LOCATION: .* (file \([0-9A-F]*\))$/\1/p' "$backup/base/backup_label")
pg_archivecleanup "$backup/wal" "$first"
