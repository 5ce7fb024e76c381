import type { CredentialUser } from "../../infra/postgres/credential/credential-users.repository.ts";
import { conflict, notFound } from "../http/http-error.ts";

export const credentialNotFound = () => notFound("Credential");

export const credentialInUse = (users: readonly CredentialUser[]) =>
  conflict(
    "credential_in_use",
    `It is used by ${users.map(({ kind, name, id }) => `the ${kind} ${name} (${id})`).join(", ")}: ` +
      "take it out there first, or delete it with force=true",
  );
