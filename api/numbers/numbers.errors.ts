import {
  badRequest,
  conflict,
  forbidden,
  HttpError,
  invalidField,
  notFound,
  tooManyRequests,
  unavailable,
  upstreamFailed,
} from "../http/http-error.ts";

export const noNumbersToRent = (carrier: string) =>
  badRequest("numbers_not_offered", `${carrier} has no numbers to rent; name another account`);

export const alreadyConnected = () =>
  conflict("number_taken", "This number is already connected to the account, and was not rented here");

export const alreadyOnAccount = (carrier: string) =>
  conflict("number_owned", `The number is already on the ${carrier} account: add it as a phone number instead`);

export const rentedByAnother = () =>
  conflict("number_taken", "This number is being rented on the same carrier account already");

export const numberUnavailable = (sentence: string) =>
  conflict("number_unavailable", `The number is no longer available: ${sentence}`);

export const rentRefused = (sentence: string) =>
  new HttpError(402, "rent_refused", `The carrier does not rent it to this account: ${sentence}`);

export const rentalLost = (sentence: string) => upstreamFailed("rent_failed", sentence);

export const rentalUndecided = () =>
  upstreamFailed(
    "rent_undecided",
    "The carrier has not said yet whether it rented the number, and is being asked. Repeat the request to learn the outcome",
  );

export const notManaged = () =>
  conflict("number_not_rented", "This number was not rented through the platform; delete it instead");

export const releaseRefused = (sentence: string) =>
  upstreamFailed("release_refused", `The number no longer takes calls, but the carrier keeps it: ${sentence}`);

export const carrierFailed = (carrier: string, cause: Error) =>
  upstreamFailed("carrier_failed", `${carrier} could not answer: ${cause.message}`, cause);

export const carrierRefused = (carrier: string, cause: Error) =>
  badRequest("carrier_refused", `${carrier} refused: ${cause.message}`);

export const engineUnreachable = (sentence: string, cause: unknown) =>
  unavailable(`The workflow engine is not reachable right now: ${sentence}`, cause);

export const noCarrierVerification = (carrier: string) =>
  badRequest("verification_not_offered", `${carrier} verifies no numbers by itself; use the method call`);

export const alreadyVerified = () => conflict("already_verified", "This number is verified already");

export const tooManyVerifications = (retryAfterSeconds: number) =>
  tooManyRequests("This number was called for verification too often within a day; try again later", retryAfterSeconds);

export const notCalled = (outcome: string, sentence: string) => forbidden(outcome, sentence);

export const verificationNotFound = () =>
  new HttpError(404, "verification_not_found", "No verification of this number was started; start one first");

export const verificationOver = (sentence: string) =>
  conflict("verification_over", `This verification is over (${sentence}); start a new one`);

export const verificationExpired = () => conflict("verification_expired", "The code has expired; start a new one");

export const wrongCode = (triesLeft: number) =>
  badRequest("wrong_code", `This is not the code; ${triesLeft} ${triesLeft === 1 ? "try is" : "tries are"} left`);

export const tooManyTries = () =>
  conflict("too_many_tries", "This is not the code either; this verification is over, start a new one");

export const codeMissing = () => invalidField(["code"], "Send the code that the call has read", "missing");

export const carrierHasNotVerified = (carrier: string) =>
  badRequest("not_verified_yet", `${carrier} has not verified the number: check the code, or wait for its call`);

export const verifiedNumberNotFound = () => notFound("Verified number");
