import { FEATURES } from '../features.js';
import { openAnswers } from './open-answers.js';
import { type Deployment, type OpenApiDocument, writeDocument } from './write-document.js';

/** The description of the whole API. */
export function openApiDocument(deployment: Deployment = {}): OpenApiDocument {
  return openAnswers(closedDocument(deployment));
}

/** The description with closed answers: every member and word of this release and no others, which tests enforce. */
export function closedDocument(deployment: Deployment = {}): OpenApiDocument {
  return writeDocument(FEATURES, deployment);
}
