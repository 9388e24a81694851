import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { loadPicture } from '../../lib/api/load-picture.js';
import classes from './report.module.css';

const SIZE = { width: 132, height: 176 };

/** The ID photograph, if the source had one. It is kept in the memory of the page, and nowhere else. */
export function Photo({ requestId }: { requestId: string }) {
  const path = `/verifications/${encodeURIComponent(requestId)}/photo`;
  const photo = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => loadPicture(path, signal),
    // The access log has a line for each time.
    staleTime: 'static',
    gcTime: 0,
  });
  if (photo.data === null) return null;
  return (
    <figure className={classes.photo}>
      {photo.data !== undefined && <img src={photo.data} alt="From the identity document" {...SIZE} />}
      {photo.isPending && <Skeleton {...SIZE} />}
      <figcaption>{photo.isError ? 'The ID photograph could not be loaded.' : 'ID photograph'}</figcaption>
      {photo.isError && (
        <Button variant="default" size="compact-sm" data-print="no" onClick={() => void photo.refetch()}>
          Try again
        </Button>
      )}
    </figure>
  );
}
