import type { Request } from "express";
import { insertAct, rememberKeyNetwork } from "../../infra/postgres/audit/acts.repository.ts";
import { readUserAgent } from "./act-recorder.ts";
import { readNetworkAddress } from "./network-address.ts";
import { type Actor, type ApiDependencies, formatActor } from "./operation-context.ts";

/** Where keys are used from. */
export interface KeyNetworks {
  /** Notes the first use of a key from a network; every later one costs nothing. */
  note(actor: Actor, request: Request): Promise<void>;
}

/** Beyond so many the oldest is asked for again. */
const MOST_KNOWN = 20_000;

export const createKeyNetworks = ({
  database,
  ids,
  logger,
}: Pick<ApiDependencies, "database" | "ids" | "logger">): KeyNetworks => {
  const known = new Set<string>();
  return {
    note: async (actor, request) => {
      const { credential } = actor;
      if (credential.kind !== "api_key") return;
      const address = readNetworkAddress(request);
      const use = `${credential.id} ${address}`;
      if (known.has(use)) return;
      known.add(use);
      const [oldest] = known;
      if (known.size > MOST_KNOWN && oldest !== undefined) known.delete(oldest);
      try {
        await noteFirstUse({ database, ids }, { actor, apiKeyId: credential.id, address, request });
      } catch (error) {
        known.delete(use);
        // A key works although its use could not be noted; the next request notes it.
        logger.warn({ err: error, organization_id: actor.organizationId }, "the network of a key could not be noted");
      }
    },
  };
};

const noteFirstUse = (
  { database, ids }: Pick<ApiDependencies, "database" | "ids">,
  { actor, apiKeyId, address, request }: { actor: Actor; apiKeyId: number; address: string; request: Request },
): Promise<void> =>
  database.inOrganization(actor.organizationId, async (tx) => {
    const { organizationId } = actor;
    if (!(await rememberKeyNetwork(tx, { organizationId, apiKeyId, network: address }))) return;
    await insertAct(tx, {
      organizationId,
      uuid: ids.uuid(),
      kind: "key_used_from_new_network",
      actor: formatActor(actor),
      userId: actor.userId,
      operation: null,
      subject: { api_key_id: apiKeyId },
      address,
      userAgent: readUserAgent(request),
    });
  });
