import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import type { Request } from 'express';
import type { CreateRequest } from '../../shared/acceptance/create-request.js';
import { cleanSubject } from '../../shared/domain/input-types.js';
import { cleanParameters } from '../../shared/domain/parameters.js';
import { findService } from '../../shared/services/index.js';
import { PRICE_LIST } from '../../shared/services/price-list.js';
import { CreateVerificationDto } from './create-verification.dto.js';

/** Validates the body; undefined if anything is wrong with it. */
export async function readRequest(req: Request): Promise<CreateRequest | undefined> {
  const dto = plainToInstance(CreateVerificationDto, req.body);
  const errors = await validate(dto, { whitelist: true, forbidNonWhitelisted: true });
  const service = findService(dto.service_code);
  const idempotencyKey = req.get('Idempotency-Key') ?? dto.idempotency_key;
  if (errors.length > 0 || service === undefined || idempotencyKey === undefined) return undefined;
  const subject = cleanSubject(service, dto.subject.trim(), new Date());
  const parameters = cleanParameters(service, dto.parameters);
  if (!subject.ok || !parameters.ok) return undefined;
  return {
    service,
    credits: PRICE_LIST.credits[service.code],
    subject,
    parameters: parameters.value,
    purpose: dto.purpose,
    reference: null,
    duplicates: { refuse: false, days: 30 },
    idempotencyKey,
    biometricConsent: dto.biometric_consent ?? false,
    creditsApproved: dto.credits_approved ?? null,
  };
}
