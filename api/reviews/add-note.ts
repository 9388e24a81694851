import type { RequestHandler } from 'express';
import { readBack } from '../../shared/db/after-commit.js';
import type { StaffDeps } from '../deps.js';
import { notFound } from '../errors/catalogue.js';
import { validateRequest } from '../validation/validate-request.js';
import { requestedId } from '../verifications/requested-id.js';
import { addReviewNote } from './add-review-note.js';
import { newNote } from './desk-case.js';
import { loadNotes } from './load-notes.js';
import { presentNote } from './present-review-detail.js';
import { findCase } from './read-case.js';
import { NoteBody } from './requests.js';
import { reviewerOf } from './reviewer.js';

/** POST /api/v1/support/reviews/:id/notes: adds a note for whoever works on the case next. */
export function addNote(deps: Pick<StaffDeps, 'db' | 'config'>): RequestHandler {
  return async (req, res) => {
    const id = requestedId(req);
    const { text } = validateRequest(NoteBody, req);
    const { deskCase } = await findCase(deps, id);
    const note = newNote(deskCase, text);
    const added = await deps.db.transaction((sql) =>
      addReviewNote(sql, { verificationId: id, note }, reviewerOf(req, res)),
    );
    if (!added) throw notFound();
    const notes = await readBack(deps.db, (sql) => loadNotes(sql, id));
    const stored = notes.find((row) => row.id === note.id);
    if (stored === undefined) throw new Error(`Bug: note ${note.id} was not stored`);
    res.status(201).json(presentNote(stored, deskCase));
  };
}
