import { Equals, IsBoolean, IsIn, IsInt, IsObject, IsOptional, IsString, Length } from 'class-validator';
import { SERVICES } from '../../shared/services/index.js';

/** The body of POST /verifications. */
export class CreateVerificationDto {
  @IsIn(SERVICES.map(({ code }) => code))
  service_code!: string;

  @IsString()
  @Length(1, 200)
  subject!: string;

  @IsString()
  @Length(3, 500)
  purpose!: string;

  @Equals(true)
  authority_confirmed!: true;

  @Equals(true)
  charge_approved!: true;

  @IsOptional()
  @IsBoolean()
  biometric_consent?: boolean;

  @IsOptional()
  @IsString()
  @Length(1, 255)
  idempotency_key?: string;

  @IsOptional()
  @IsObject()
  parameters?: object;

  @IsOptional()
  @IsInt()
  credits_approved?: number;
}
