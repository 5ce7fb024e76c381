import type { OrganizationTransaction } from "../database.ts";
import type { Entities } from "../entity-manager.ts";
import type { SecretBox } from "../../secrets/secret-box.ts";
import { CredentialRow } from "./credential.entity.ts";
import { type Credential, credentialHint, readCredential } from "./credential-data.ts";

/** The columns that hold one credential, encrypted for its row alone. */
export const credentialColumns = (credential: Credential, { uuid, secrets }: { uuid: string; secrets: SecretBox }) => ({
  credential_type: credential.type,
  data_sealed: secrets.seal(JSON.stringify(credential.data), credentialContext(uuid)),
  hint: credentialHint(credential),
});

/** In plain text, for the moment of a request. Throws when its key is not configured. */
export const openCredential = (row: CredentialRow, secrets: SecretBox): Credential =>
  readCredential(row.credential_type, JSON.parse(secrets.open(row.data_sealed, credentialContext(row.uuid))));

export const findCredential = (em: Entities, uuid: string): Promise<CredentialRow | null> =>
  em.findOne(CredentialRow, { uuid });

/** The same where a transaction works without entities. */
export const readCredentialRow = (tx: OrganizationTransaction, uuid: string): Promise<CredentialRow | undefined> =>
  tx.selectFrom("credentials").selectAll().where("uuid", "=", uuid).executeTakeFirst();

/** For a change: nobody else changes it meanwhile. */
export const lockCredential = (em: Entities, uuid: string): Promise<CredentialRow | null> =>
  em.lockOne(CredentialRow, { uuid });

/** What a credential is sealed for. */
export const credentialContext = (uuid: string) => `credential:${uuid}`;
