#!/bin/sh
# Takes a base backup into /backup/base (BACKUP names another folder than /backup) beside the archive of the log in
# /backup/wal, and removes of that what the backup does not need. Until the new one is whole the old one stays.
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
# The label says in which file of the log the backup begins.
first=$(sed -n 's/^START WAL LOCATION: .* (file \([0-9A-F]*\))$/\1/p' "$backup/base/backup_label")
pg_archivecleanup "$backup/wal" "$first"
