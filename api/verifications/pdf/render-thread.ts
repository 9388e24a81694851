import { parentPort } from 'node:worker_threads';
import type { PdfJob, PdfOutcome } from './pdf-thread.js';
import { renderReport } from './render-report.js';

// The main file of a PdfThread: it renders a document for every job it is sent.
parentPort?.on('message', async (job: PdfJob) => parentPort?.postMessage(await render(job)));

async function render({ report, clientName, logo, photo }: PdfJob): Promise<PdfOutcome> {
  try {
    return {
      file: await renderReport(report, {
        clientName,
        logo: logo && Buffer.from(logo),
        photo: photo && Buffer.from(photo),
      }),
    };
  } catch (error) {
    return { error };
  }
}
