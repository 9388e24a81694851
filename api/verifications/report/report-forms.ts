import type { Request, Response } from 'express';
import type { Sql } from '../../../shared/db/database.js';
import { ofClient } from '../../../shared/db/scope.js';
import { modeMember } from '../../../shared/domain/mode.js';
import type { ApiDeps } from '../../deps.js';
import { prefersToJson } from '../../http/content-negotiation.js';
import { sendJson } from '../../http/send-json.js';
import { digestWord, loadLogo, loadLogoDigest, type ShownLogo } from '../../logos/load-logo.js';
import { presentFollowed } from '../follow.js';
import { PdfSigner } from '../pdf/pdf-signer.js';
import { openReportPhoto } from '../pdf/report-photo.js';
import type { ReportRow } from './load-report.js';
import { presentReport } from './present-report.js';

/** A format in which a report can be sent. */
export interface ReportForm {
  /** Distinguishes its entity tag from those of other formats of the same version (RFC 9110 8.8.3.3). */
  tagSuffix: string;
  /** Set if it shows nothing but the state, so that its tag tells no more than that either. */
  stateOnly?: true;
  /** The digest of the logo now at its head, for revalidation; absent for a format without a logo. */
  readLogoDigest?: (clientId: string) => Promise<string | undefined>;
  /** Its Cache-Control. */
  cacheControl: string;
  /** Its name in the access log; absent for a format without findings. */
  act?: 'report' | 'pdf';
  /** Set if it waits for its turn to be rendered, during which its caller may lose the right to it. */
  inTurns?: true;
  /** Renders it, before anything about the answer is decided. */
  make(row: ReportRow, clientId: string): Promise<MadeReport>;
}

/** A report ready to be sent. */
export interface MadeReport {
  /** The digest of its logo, which its entity tag includes; absent without one. */
  logoDigest?: string | undefined;
  send(res: Response): void;
}

export interface ReportForms {
  json: ReportForm;
  pdf: ReportForm;
  /** For callers who may only follow it. */
  followed: ReportForm;
}

export type ReportFormDeps = Pick<ApiDeps, 'db' | 'config' | 'pdfPrinter'>;

/** Contract 8: only its reader may cache it, and must revalidate by its tag. */
const ASK_EACH_TIME = 'private, no-cache';

/** Creates the formats of reports: the PDF says what JSON says, because it is made from it; `followed` says less. */
export function reportForms(deps: ReportFormDeps): ReportForms {
  const { encryptionKeys } = deps.config;
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
      stateOnly: true,
      cacheControl: ASK_EACH_TIME,
      make: async (row) => ({ send: (res) => sendJson(res, 200, presentFollowed(row)) }),
    },
    pdf: pdfForm(deps),
  };
}

function pdfForm(deps: ReportFormDeps): ReportForm {
  const { encryptionKeys } = deps.config;
  const signer = new PdfSigner(deps);
  return {
    tagSuffix: '.pdf',
    readLogoDigest: (clientId) => loadLogoDigest(ownRows(deps, clientId), clientId),
    // A browser opens it in its viewer and would otherwise leave it on the disk of a possibly shared machine.
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
  };
}

function ownRows({ db }: ReportFormDeps, clientId: string): Sql {
  return db.scoped(ofClient(clientId));
}

/** Returns the format the caller prefers. */
export function preferredForm(req: Request, { json, pdf }: ReportForms): ReportForm {
  return prefersPdf(req) ? pdf : json;
}

export function prefersPdf(req: Request): boolean {
  return prefersToJson(req, 'application/pdf');
}
