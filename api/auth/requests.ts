import { Judge, OneOf } from '../validation/rules.js';
import { Email, judgeSecret, LONGEST_PASSWORD } from '../validation/text-rules.js';

/** A password is taken exactly as typed: neither trimmed nor normalised. */
function Password(): PropertyDecorator {
  return Judge((value) => judgeSecret(value, { min: 1, max: LONGEST_PASSWORD }), {
    type: 'string',
    format: 'password',
    minLength: 1,
    maxLength: LONGEST_PASSWORD,
  });
}

export class LoginRequest {
  @Email()
  email!: string;

  @Password()
  password!: string;

  /** `cookie` is for the portal: the token is then sent only as a cookie. */
  @OneOf(['cookie'], { optional: true })
  session?: 'cookie';
}

export class ChangePasswordRequest {
  @Password()
  current_password!: string;

  @Password()
  new_password!: string;
}
