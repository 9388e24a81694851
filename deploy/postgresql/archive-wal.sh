#!/bin/sh
# Archives one file of PostgreSQL's write-ahead log: archive_command = '/usr/local/bin/archive-wal.sh %p %f'
# (the folder is /backup/wal unless WAL_ARCHIVE says otherwise). A copy that was interrupted is made again, and what is
# there under its name is whole and on the disk. PostgreSQL may ask twice for a file, so the same content is fine, and
# another one never replaces what is there: two servers that archive into one folder would destroy each other's.
set -eu
from=$1
to=${WAL_ARCHIVE:-/backup/wal}/$2

if [ -e "$to" ]; then
  cmp -s "$from" "$to" && exit 0
  echo "archive-wal: $to is there with another content: does another server archive into this folder?" >&2
  exit 1
fi
cp "$from" "$to.unfinished"
sync "$to.unfinished"
mv "$to.unfinished" "$to"
sync "$(dirname "$to")"
