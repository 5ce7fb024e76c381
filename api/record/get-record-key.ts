import { formatOrigin } from "../../domain/record/checkpoint.ts";
import { readRecordKeys } from "../../infra/postgres/record/record-keys.repository.ts";
import { formatVerifierKey } from "../../infra/record/note-signer.ts";
import type { OperationContext } from "../http/operation-context.ts";

/** Returns the public keys that sign this organization's checkpoints, and those that have signed them. */
export const getRecordKey = async ({ database, secrets, actor }: OperationContext) => {
  const { installation, published } = await readRecordKeys(database, secrets);
  const origin = formatOrigin({ installation, organizationId: actor.organizationId });
  const keys = published.map(({ public_key, signs_from, signs_until }) => ({
    verifier_key: formatVerifierKey(origin, public_key),
    public_key: public_key.toString("base64"),
    signs_from: signs_from.toISOString(),
    signs_until: signs_until?.toISOString() ?? null,
  }));
  return { origin, keys };
};
