import type { Request, Response } from 'express';
import { staffFileRecorder } from '../access-log/record-staff-file.js';
import type { ApiDeps } from '../deps.js';
import { type List, type ListDeps, listSender } from '../http/list.js';
import type { PageRequest } from '../http/page.js';
import { formatPosition } from '../verifications/history/history-position.js';

type DeskRow = Parameters<typeof formatPosition>[0] & { client_id: string };

/** A list of the review desk, in the order in which its rows were created. */
type DeskList<Row, Item> = Omit<List<Row, Item>, 'whose' | 'positionOf'>;

/** Creates the function that answers with a list of the desk, and records whose rows a file of it holds. */
export function deskListSender(deps: ListDeps & Pick<ApiDeps, 'accessLog'>) {
  const sendList = listSender(deps);
  return async <Row extends DeskRow, Item>(
    req: Request,
    res: Response,
    page: PageRequest,
    list: DeskList<Row, Item>,
  ): Promise<void> => {
    const record = staffFileRecorder(deps, req, res);
    await sendList<Row, Item>(req, res, page, {
      ...list,
      whose: 'staff',
      positionOf: formatPosition,
      load: async (sql, wanted) => {
        const rows = await list.load(sql, wanted);
        // Without the one that only says whether there are more.
        await record(rows.slice(0, wanted.limit));
        return rows;
      },
    });
  };
}
