#!/bin/sh
# Archives one file of PostgreSQL's write-ahead log: archive_command = '/usr/local/bin/archive-wal.sh %p %f'
# (the folder is /backup/wal unless WAL_ARCHIVE says otherwise). An interrupted copy is made again, and a file that has
# its final name is complete and on disk. PostgreSQL may archive a file twice, so identical content is accepted, but
# different content never replaces an existing file: two servers archiving into one folder would destroy each other's.
set -eu
from=$1
to=${WAL_ARCHIVE:-/backup/wal}/$2

if [ -e "$to" ]; then
  cmp -s "$from" "$to" && exit 0
  echo "archive-wal: $to exists with different content: does another server archive into this folder?" >&2
  exit 1
fi
cp "$from" "$to.unfinished"
sync "$to.unfinished"
mv "$to.unfinished" "$to"
sync "$(dirname "$to")"
