import { z } from "zod";
import { findHeaderFault } from "../tool/header-fault.ts";
import { hintSecret } from "./masked-secret.ts";
import { secretInput } from "./pasted-secret.ts";

export const CREDENTIAL_TYPES = ["none", "api_key", "bearer_token", "basic_auth", "custom_header"] as const;
export type CredentialType = (typeof CREDENTIAL_TYPES)[number];

const LONGEST_SECRET = 4096;
const value = secretInput(LONGEST_SECRET).refine(
  (text) => findHeaderFault("Authorization", text) === null,
  "It holds a character that no header may hold",
);
const headerName = z
  .string()
  .min(1)
  .max(255)
  .refine((text) => findHeaderFault(text, "") === null, "Not a header that a request may carry");

/** The contents of a credential of each type. */
export const credentialData = {
  none: z.strictObject({}),
  api_key: z.strictObject({ header_name: headerName, api_key: value }),
  bearer_token: z.strictObject({ token: value }),
  basic_auth: z.strictObject({
    username: z
      .string()
      .max(255)
      .refine((text) => !text.includes(":"), "A user name holds no colon"),
    password: secretInput(LONGEST_SECRET),
  }),
  custom_header: z.strictObject({ header_name: headerName, header_value: value }),
} as const satisfies Record<CredentialType, z.ZodType>;

/** A credential in plain text. */
export type Credential = {
  [T in CredentialType]: { type: T; data: z.output<(typeof credentialData)[T]> };
}[CredentialType];

/** Reads a credential. Throws a `ZodError` for data of another type. */
export const readCredential = (type: CredentialType, data: unknown): Credential => {
  switch (type) {
    case "none":
      return { type, data: credentialData.none.parse(data) };
    case "api_key":
      return { type, data: credentialData.api_key.parse(data) };
    case "bearer_token":
      return { type, data: credentialData.bearer_token.parse(data) };
    case "basic_auth":
      return { type, data: credentialData.basic_auth.parse(data) };
    case "custom_header":
      return { type, data: credentialData.custom_header.parse(data) };
  }
};

/** Returns the headers that authenticate a request. */
export const buildCredentialHeaders = ({ type, data }: Credential): Record<string, string> => {
  switch (type) {
    case "none":
      return {};
    case "api_key":
      return { [data.header_name]: data.api_key };
    case "bearer_token":
      return { Authorization: `Bearer ${data.token}` };
    case "basic_auth":
      return { Authorization: `Basic ${basicToken(data)}` };
    case "custom_header":
      return { [data.header_name]: data.header_value };
  }
};

/** Returns every text that must appear in no log, history or answer; the recognizable secret first. */
export const listCredentialSecrets = ({ type, data }: Credential): string[] => {
  switch (type) {
    case "none":
      return [];
    case "api_key":
      return [data.api_key];
    case "bearer_token":
      return [data.token];
    case "basic_auth":
      return [data.password, basicToken(data)];
    case "custom_header":
      return [data.header_value];
  }
};

export const buildCredentialHint = (credential: Credential): string | null => {
  const [secret = ""] = listCredentialSecrets(credential);
  return hintSecret(secret);
};

const basicToken = ({ username, password }: { username: string; password: string }): string =>
  Buffer.from(`${username}:${password}`).toString("base64");
