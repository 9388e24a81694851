import { OneOf, Validate } from '../validation/rules.js';
import { Email, MAX_PASSWORD_INPUT_LENGTH, validateSecret } from '../validation/text-rules.js';

/** A password is taken exactly as typed: neither trimmed nor normalised. */
function Password(): PropertyDecorator {
  return Validate((value) => validateSecret(value, { min: 1, max: MAX_PASSWORD_INPUT_LENGTH }), {
    type: 'string',
    format: 'password',
    minLength: 1,
    maxLength: MAX_PASSWORD_INPUT_LENGTH,
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
