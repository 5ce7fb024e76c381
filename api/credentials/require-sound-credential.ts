import { ZodError } from "zod";
import { type Credential, type CredentialType, readCredential } from "../../domain/secret/credential-data.ts";
import { HttpError } from "../http/http-error.ts";

/** Returns the credential of a body; 422 names what is missing or wrong, and never shows a value. */
export const requireSoundCredential = (type: CredentialType, data: Record<string, string>): Credential => {
  try {
    return readCredential(type, data);
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    const faults = error.issues.flatMap((issue) => faultsOf(type, issue));
    throw new HttpError(422, "validation_error", faults);
  }
};

const faultsOf = (type: CredentialType, issue: ZodError["issues"][number]) => {
  const at = (key: PropertyKey) => ["body", "credential_data", String(key)];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ loc: at(key), msg: `A ${type} has no ${key}`, type: "unknown_field" }));
  }
  const [key = ""] = issue.path;
  const missing = issue.code === "invalid_type";
  const msg = missing ? `A ${type} needs ${String(key)}` : issue.message;
  return [{ loc: at(key), msg, type: missing ? "missing" : "value_error" }];
};
