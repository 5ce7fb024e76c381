import { writeSandboxManners } from "../../infra/postgres/access/sandbox-manners.repository.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";
import type { OperationInput } from "../http/operation.ts";
import { formatActor, type OperationContext } from "../http/operation-context.ts";
import type { sandboxSimulatorBody } from "./sandbox-simulator.schemas.ts";

/** Sets how the simulator of the organization's sandbox behaves. */
export const setSandboxSimulator = (
  context: OperationContext,
  { body }: OperationInput<{ body: typeof sandboxSimulatorBody }>,
) =>
  context.inOrganization(async (tx) => {
    const { organizationId } = context.actor;
    const { manners } = body;
    await writeSandboxManners(tx, organizationId, manners);
    recordTimelineAtCommit(tx, {
      organizationId,
      kind: "system",
      actor: formatActor(context.actor),
      summary: manners
        ? "The simulator of the sandbox got other manners"
        : "The simulator of the sandbox has no manners of its own any more",
      payload: { manners },
    });
    return { manners };
  });
