#!/bin/sh
# Takes a base backup into /backup/base (set BACKUP to use another folder than /backup), next to the WAL archive in
# /backup/wal. The one before stays in /backup/base.before, for a mistake that is older than the newest; what neither of them
# needs is removed from the archive. pg_basebackup finds the server by PGHOST and PGUSER.
set -eu
backup=${BACKUP:-/backup}

# Left by an end between the two moves below.
[ -e "$backup/base" ] || [ ! -e "$backup/base.before" ] || mv "$backup/base.before" "$backup/base"
# There are never more than two.
rm -rf "$backup/base.unfinished" "$backup/base.before"
pg_basebackup --pgdata "$backup/base.unfinished" --wal-method none --checkpoint fast
sync
[ ! -e "$backup/base" ] || mv "$backup/base" "$backup/base.before"
mv "$backup/base.unfinished" "$backup/base"
oldest=$backup/base.before
[ -e "$oldest" ] || oldest=$backup/base
# The label says in which WAL file the backup begins.
first=$(sed -n 's/^START WAL LOCATION: .* (file \([0-9A-F]*\))$/\1/p' "$oldest/backup_label")
pg_archivecleanup "$backup/wal" "$first"
