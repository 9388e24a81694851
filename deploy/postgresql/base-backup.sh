#!/bin/sh
# Takes a base backup into /backup/base (set BACKUP to use another folder than /backup), next to the WAL archive in
# /backup/wal. The one of the night before stays in /backup/base.before, for a mistake that is older than the newest; what
# neither of them needs is removed from the archive. No backup is removed before the next one is complete, so there may be
# three. pg_basebackup finds the server by PGHOST and PGUSER.
set -eu
backup=${BACKUP:-/backup}

# Whether a backup is there and younger than this many minutes.
is_younger() { [ -n "$(find "$backup/$1/backup_label" -mmin "-$2" 2>/dev/null)" ]; }

# Moves a backup back to where it was, if an end between two of the moves below has left that place empty.
put_back() { [ -e "$backup/$2" ] || [ ! -e "$backup/$1" ] || mv "$backup/$1" "$backup/$2"; }
put_back base.replaced base
put_back base.before base
put_back base.removed base.before
rm -rf "$backup/base.unfinished" "$backup/base.replaced" "$backup/base.removed"
pg_basebackup --pgdata "$backup/base.unfinished" --wal-method none --checkpoint fast
sync
if is_younger base 1200 && is_younger base.before 2880; then
  # A second one of the same day, as after a restart: it is the night before that stays. What it replaces is removed next
  # time, because it may be being copied.
  mv "$backup/base" "$backup/base.replaced"
elif [ -e "$backup/base" ]; then
  # Moved before it is removed, so that what stands in its place is always whole.
  [ ! -e "$backup/base.before" ] || mv "$backup/base.before" "$backup/base.removed"
  mv "$backup/base" "$backup/base.before"
fi
mv "$backup/base.unfinished" "$backup/base"
rm -rf "$backup/base.removed"
oldest=$backup/base.before
[ -e "$oldest" ] || oldest=$backup/base
# The label says in which WAL file the backup begins.
first=$(sed -n 's/^START WAL LOCATION: .* (file \([0-9A-F]*\))$/\1/p' "$oldest/backup_label")
pg_archivecleanup "$backup/wal" "$first"
