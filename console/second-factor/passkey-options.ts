import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from "@simplewebauthn/browser";

/** Tells whether the options that the API gave ask for a passkey that is there. */
export const isForAnswering = (options: unknown): options is PublicKeyCredentialRequestOptionsJSON =>
  isObject(options) && "challenge" in options && typeof options.challenge === "string";

/** Tells whether the options that the API gave ask for a new passkey. */
export const isForMaking = (options: unknown): options is PublicKeyCredentialCreationOptionsJSON =>
  isForAnswering(options) &&
  "rp" in options &&
  "user" in options &&
  isObject(options.user) &&
  "pubKeyCredParams" in options &&
  Array.isArray(options.pubKeyCredParams);

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
