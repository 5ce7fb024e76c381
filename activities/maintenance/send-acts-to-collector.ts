import {
  findLastSettledAct,
  listActsToSend,
  noteActsSent,
} from "../../infra/postgres/audit/acts-to-send.repository.ts";
import { sendActs } from "../../infra/telemetry/send-acts.ts";
import type { WorkerDependencies } from "../dependencies.ts";

/** The name of the operator's collector among receivers. */
const COLLECTOR = "otlp";
const ACTS_OF_A_REQUEST = 500;
/** A round ends after so many; the next one goes on. */
const REQUESTS_OF_A_ROUND = 100;
const WRITERS_WITHIN_MS = 3_000;

/**
 * Sends the acts that came since the last round to the operator's collector, in their order and at least once: how far it has them is kept
 * after each answer. While it is away nothing is lost but what the audit itself has dropped. It is no repair: returns 0.
 */
export const sendActsToCollector = async ({
  database,
  logger,
  actsReceiver,
}: Pick<WorkerDependencies, "database" | "logger" | "actsReceiver">): Promise<number> => {
  if (!actsReceiver) return 0;
  const upTo = await findLastSettledAct(database, { waitMs: WRITERS_WITHIN_MS });
  if (upTo === null) return 0;
  for (let request = 0; request < REQUESTS_OF_A_ROUND; request += 1) {
    const acts = await listActsToSend(database, { receiver: COLLECTOR, upTo, limit: ACTS_OF_A_REQUEST });
    const last = acts.at(-1);
    if (!last) return 0;
    try {
      await sendActs(actsReceiver, acts);
    } catch (err) {
      logger.warn(
        { err },
        "acts could not be sent to the collector of OTEL_EXPORTER_OTLP_LOGS_ENDPOINT; they are sent in the next round",
      );
      return 0;
    }
    await noteActsSent(database, COLLECTOR, last.id);
  }
  return 0;
};
