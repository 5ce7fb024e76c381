import { formatOrigin } from "../../domain/record/checkpoint.rules.ts";
import { MOST_ENTRIES } from "../../domain/record/entry.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { countUnsealed, findRecordTree, listSealed } from "../../infra/postgres/record/record.repository.ts";
import { readRecordKeys } from "../../infra/postgres/record/record-keys.repository.ts";
import { formatVerifierKey } from "../../infra/record/note-signer.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { tooManyEntries } from "./record.errors.ts";
import type { entriesQuery } from "./record.schemas.ts";

/** Returns the public keys that sign this organization's checkpoints, those that have signed them, and how far the record is sealed. */
export const getRecordKey = async (context: OperationContext) => {
  const { database, secrets, actor } = context;
  const { installation, published } = await readRecordKeys(database, secrets);
  const origin = formatOrigin({ installation, organizationId: actor.organizationId });
  const keys = published.map(({ public_key, signs_from, signs_until }) => ({
    verifier_key: formatVerifierKey(origin, public_key),
    public_key: public_key.toString("base64"),
    signs_from: signs_from.toISOString(),
    signs_until: signs_until?.toISOString() ?? null,
  }));
  return { origin, keys, ...(await context.inOrganization(readSealing)) };
};

const readSealing = async (tx: OrganizationTransaction) => {
  const tree = await findRecordTree(tx);
  return { size: tree?.size ?? 0, signed_at: tree?.sealed_at ?? null, unsealed: await countUnsealed(tx) };
};

/** Returns sealed entries in their order, `to` not included. */
export const listEntries = (context: OperationContext, { query }: OperationInput<{ query: typeof entriesQuery }>) => {
  const { from, to = from + MOST_ENTRIES } = query;
  if (to - from > MOST_ENTRIES) throw tooManyEntries();
  return context.inOrganization(async (tx) => {
    const tree = await findRecordTree(tx);
    const entries = await listSealed(tx, { from, to });
    return { size: tree?.size ?? 0, entries: entries.map(({ index, kind, line }) => ({ index, kind, line })) };
  });
};
