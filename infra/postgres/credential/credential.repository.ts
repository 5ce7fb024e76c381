import { buildCredentialHint, type Credential, readCredential } from "../../../domain/secret/credential-data.ts";
import type { SecretBox } from "../../secrets/secret-box.ts";
import type { OrganizationTransaction } from "../database.ts";
import type { Entities } from "../entity-manager.ts";
import { CredentialRow } from "./credential.entity.ts";

/** Returns the columns of one credential, sealed for its row alone. */
export const sealCredential = (credential: Credential, { uuid, secrets }: { uuid: string; secrets: SecretBox }) => ({
  credential_type: credential.type,
  data_sealed: secrets.seal(JSON.stringify(credential.data), buildCredentialSealContext(uuid)),
  hint: buildCredentialHint(credential),
});

/** Opens a credential for one request. Throws when its key is not configured. */
export const openCredential = (row: CredentialRow, secrets: SecretBox): Credential =>
  readCredential(row.credential_type, JSON.parse(secrets.open(row.data_sealed, buildCredentialSealContext(row.uuid))));

export const findCredential = (em: Entities, uuid: string): Promise<CredentialRow | null> =>
  em.findOne(CredentialRow, { uuid });

/** Reads the row in a transaction without entities. */
export const readCredentialRow = (tx: OrganizationTransaction, uuid: string): Promise<CredentialRow | undefined> =>
  tx.selectFrom("credentials").selectAll().where("uuid", "=", uuid).executeTakeFirst();

/** Locks the credential for a change. */
export const lockCredential = (em: Entities, uuid: string): Promise<CredentialRow | null> =>
  em.lockOne(CredentialRow, { uuid });

/** Returns the context for which a credential is sealed. */
export const buildCredentialSealContext = (uuid: string) => `credential:${uuid}`;
