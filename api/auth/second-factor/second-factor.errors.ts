import { badRequest, conflict, forbidden, notFound } from "../../http/http-error.ts";

export const halfLogInInvalid = () =>
  badRequest("log_in_expired", "This log-in is unknown, finished or too old; log in with e-mail and password again");
export const wrongSecondFactor = () =>
  forbidden("wrong_second_factor", "This code or passkey is wrong, or was used before; give another one");
export const wrongCode = () =>
  forbidden("wrong_app_code", "The code is wrong or too old; type the one that the app shows now, and check its clock");
export const appExists = () =>
  conflict("app_exists", "An authenticator app is set up already; remove it first to set up another one");
export const noAppStarted = () =>
  conflict("no_app_started", "No authenticator app waits for its first code; start with a secret for it");
export const passkeyInvalid = (cause?: unknown) => {
  const error = badRequest(
    "passkey_invalid",
    "The passkey was not made for this platform, or too late; start again, at the address that the platform is configured with",
  );
  error.cause = cause;
  return error;
};
export const passkeyExists = () => conflict("passkey_exists", "This passkey is set up already");
export const tooManyPasskeys = () => conflict("too_many_passkeys", "There are too many passkeys; remove one first");
export const passkeysNeedName = () =>
  conflict(
    "passkeys_need_name",
    "Browsers make passkeys only for a host with a name, over https or on this machine; the operator sets PUBLIC_BASE_URL to such an address. An authenticator app works everywhere",
  );
export const methodNotFound = () => notFound("Second factor");
