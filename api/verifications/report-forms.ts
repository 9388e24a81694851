import type { Request, Response } from 'express';
import type { Sql } from '../../shared/db/database.js';
import { ofClient } from '../../shared/db/scope.js';
import { modeMember } from '../../shared/domain/mode.js';
import type { ApiDeps } from '../deps.js';
import { prefersToJson } from '../http/prefers.js';
import { sendJson } from '../http/send-json.js';
import { digestWord, loadLogo, loadLogoDigest, type ShownLogo } from '../logos/load-logo.js';
import { presentFollowed } from './follow.js';
import type { ReportRow } from './load-report.js';
import { PdfSigner } from './pdf/pdf-signer.js';
import { openReportPhoto } from './pdf/report-photo.js';
import { presentReport } from './present-report.js';

/** A form in which a report can be sent. */
export interface ReportForm {
  /** What sets its entity tag apart from those of other forms of the same version (RFC 9110 8.8.3.3). */
  tagSuffix: string;
  /** The digest of the logo that would stand at its head now, for who has it already; absent for a form without one. */
  readLogoDigest?: (clientId: string) => Promise<string | undefined>;
  /** What caches may do with it. */
  cacheControl: string;
  /** What the access log calls it; absent for a form without findings. */
  act?: 'report' | 'pdf';
  /** It waits for its turn to be made, and its caller may lose the right to it meanwhile. */
  inTurns?: true;
  /** Makes it, before anything of the answer is decided. */
  make(row: ReportRow, clientId: string): Promise<MadeReport>;
}

/** A report that is ready to be sent. */
export interface MadeReport {
  /** The digest of the logo that it holds, which its entity tag names; absent without one. */
  logoDigest?: string | undefined;
  send(res: Response): void;
}

export interface ReportForms {
  json: ReportForm;
  pdf: ReportForm;
  /** For who may only follow it. */
  followed: ReportForm;
}

export type ReportFormDeps = Pick<ApiDeps, 'db' | 'config' | 'pdfPrinter'>;

/** As contract 8 has it: only its reader may keep it, and asks by its tag whether it still holds. */
const ASK_EACH_TIME = 'private, no-cache';

/** The forms of reports: the document says what JSON says, because it is made from that; `followed` says less. */
export function reportForms(deps: ReportFormDeps): ReportForms {
  const { encryptionKeys } = deps.config;
  const signer = new PdfSigner(deps);
  return {
    json: {
      tagSuffix: '',
      cacheControl: ASK_EACH_TIME,
      act: 'report',
      make: async (row) => {
        const report = presentReport(row, encryptionKeys);
        return { send: (res) => sendJson(res, 200, report) };
      },
    },
    followed: {
      tagSuffix: '.followed',
      cacheControl: ASK_EACH_TIME,
      make: async (row) => ({ send: (res) => sendJson(res, 200, presentFollowed(row)) }),
    },
    pdf: {
      tagSuffix: '.pdf',
      readLogoDigest: (clientId) => loadLogoDigest(ownRows(deps, clientId), clientId),
      // A browser opens it in a viewer of its own and would leave it on the disk of whose machine it is.
      cacheControl: `${ASK_EACH_TIME}, no-store`,
      act: 'pdf',
      inTurns: true,
      make: async (row, clientId) => {
        const report = { ...presentReport(row, encryptionKeys), ...modeMember(clientId) };
        const head: { logo?: ShownLogo | undefined } = {};
        const file = await deps.pdfPrinter.print(clientId, async () => {
          head.logo = await loadLogo(ownRows(deps, clientId), clientId);
          const photo = await openReportPhoto(deps, clientId, row);
          return { report, clientName: row.client_name, logo: head.logo?.picture, photo };
        });
        const signed = await signer.sign(file);
        return {
          logoDigest: head.logo && digestWord(head.logo),
          send: (res) => void res.attachment(`${report.request_id}.pdf`).type('application/pdf').send(signed),
        };
      },
    },
  };
}

function ownRows({ db }: ReportFormDeps, clientId: string): Sql {
  return db.scoped(ofClient(clientId));
}

/** The form that the caller likes best. */
export function preferredForm(req: Request, { json, pdf }: ReportForms): ReportForm {
  return prefersPdf(req) ? pdf : json;
}

export function prefersPdf(req: Request): boolean {
  return prefersToJson(req, 'application/pdf');
}
