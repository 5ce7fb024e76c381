import type { Selectable } from "kysely";
import type { SecretBox } from "../../secrets/secret-box.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { CredentialsTable } from "./credential.table.ts";
import { type Credential, credentialHint, readCredential } from "./credential-data.ts";

export type CredentialRow = Selectable<CredentialsTable>;

/** The columns that hold one credential, encrypted for its row alone. */
export const credentialColumns = (credential: Credential, { uuid, secrets }: { uuid: string; secrets: SecretBox }) => ({
  credential_type: credential.type,
  data_sealed: secrets.seal(JSON.stringify(credential.data), contextOf(uuid)),
  hint: credentialHint(credential),
});

/** In plain text, for the moment of a request. Throws when its key is not configured. */
export const openCredential = (row: CredentialRow, secrets: SecretBox): Credential =>
  readCredential(row.credential_type, JSON.parse(secrets.open(row.data_sealed, contextOf(row.uuid))));

export const findCredential = (tx: OrganizationTransaction, uuid: string): Promise<CredentialRow | undefined> =>
  tx.selectFrom("credentials").selectAll().where("uuid", "=", uuid).executeTakeFirst();

const contextOf = (uuid: string) => `credential:${uuid}`;
