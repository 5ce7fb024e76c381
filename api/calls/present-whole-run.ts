import { publicBaseUrl } from "../../infra/config/config.ts";
import { artifactUrl, signArtifactToken } from "../../infra/postgres/artifact/artifact-link.ts";
import { artifactsOf } from "../../infra/postgres/artifact/artifact.repository.ts";
import type { Run } from "../../infra/postgres/call/call-run.repository.ts";
import { missedCallsOf } from "../../infra/postgres/call/missed-calls.repository.ts";
import { NO_ARTIFACTS, presentRun } from "../../infra/postgres/call/run-row.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import type { OperationContext } from "../http/operation-context.ts";

const EVENTS_SHOWN = 200;

/** A run with what its carrier has told and links to what is kept of it; lists leave these out. */
export const presentWholeRun = async (context: OperationContext, tx: OrganizationTransaction, run: Run) => ({
  ...presentRun(run, {
    logs: { carrier_events: await carrierEventsOf(tx, run), called_back: await missedCallsOf(tx, run.id) },
  }),
  ...(await linksOf(context, tx, run)),
});

const linksOf = async ({ config, tokens, clock }: OperationContext, tx: OrganizationTransaction, run: Run) => {
  const kept = new Set((await artifactsOf(tx, run.id)).map(({ artifact_type }) => artifact_type));
  if (kept.size === 0) return NO_ARTIFACTS;
  const { artifact_link_days: days } = await tx
    .selectFrom("organizations")
    .select("artifact_link_days")
    .executeTakeFirstOrThrow();
  const token = signArtifactToken(tokens, run, { now: clock.now(), days });
  const urls = [...kept].map((type) => [`${type}_public_url`, artifactUrl(publicBaseUrl(config), token, type)]);
  return { ...NO_ARTIFACTS, ...Object.fromEntries(urls), public_access_token: token };
};

const carrierEventsOf = async (tx: OrganizationTransaction, run: Run) => {
  const events = await tx
    .selectFrom("carrier_events")
    .select(["event_id", "state", "outcome", "received_at"])
    .where("run_id", "=", run.id)
    .orderBy("received_at")
    .orderBy("event_id")
    .limit(EVENTS_SHOWN)
    .execute();
  return events.map((event) => ({ ...event, received_at: event.received_at.toISOString() }));
};
