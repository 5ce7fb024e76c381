import { canCarryAudio } from "../../../application/web-call/carries-audio.ts";
import { hasWebCallCapacity } from "../../../application/web-call/open-web-calls.ts";
import { chooseAgentVersion, isAgentObstacle } from "../../../domain/agent/usable-agent-version.ts";
import { describeSpentBudget } from "../../../domain/call/budget.rules.ts";
import { WEB_MODE } from "../../../domain/call/modes-and-channels.rules.ts";
import { type Recognition, WAITING_PER_EMBED_TOKEN, WAITING_PER_VISITOR } from "../../../domain/call/web-call.rules.ts";
import { findAgent } from "../../../infra/postgres/agent/agent.repository.ts";
import { readBudgets } from "../../../infra/postgres/call/budget.repository.ts";
import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";
import { queueRun } from "../../../infra/postgres/call/run-transitions.ts";
import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";
import type { EmbedToken } from "../../../infra/postgres/web-call/embed-token.entity.ts";
import {
  countTalking,
  lockEmbedToken,
  sumSecondsTalked,
} from "../../../infra/postgres/web-call/embed-token.repository.ts";
import { reserveVisitorSlot } from "../../../infra/postgres/web-call/voice-reservation.repository.ts";
import { countWaiting, makeOneGiveWay } from "../../../infra/postgres/web-call/waiting-web-calls.repository.ts";
import { tryToStart } from "../../../infra/temporal/start-workflow.ts";
import { webCallContract, webCallStartOptions } from "../../../workflows/web-call/web-call.contract.ts";
import type { OperationInput, WithRequest } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { markVisitor, readEmbedToken } from "./web-call-tokens.ts";
import {
  budgetUsedUp,
  linkNotFound,
  minutesUsedUp,
  noVoiceSlot,
  originNotAllowed,
  tooManyWaitingCalls,
  tooManyWebCalls,
} from "./web-calls.errors.ts";
import { presentJoin } from "./web-calls.presenter.ts";
import type { linkParams, startQuery } from "./web-calls.schemas.ts";

type Input = OperationInput<{ params: typeof linkParams; query: typeof startQuery }> & WithRequest;

/** Begins a conversation from an external page: the origin that its browser sends, and the token's limits, decide. */
export const startEmbeddedCall = async (context: OperationContext, { params, query, request }: Input) => {
  const named = readEmbedToken(context, params.token);
  if (!named) throw linkNotFound();
  const run = await context.database.inOrganization(named.organizationId, async (tx) => {
    const token = await lockEmbedToken(tx, named.uuid);
    if (!token || token.revoked_at !== null) throw linkNotFound();
    allowOrigin(context, token, request.headers["origin"]);
    const visitorMark = markVisitor(context, token);
    await requireQuota(context, tx, { token, visitorMark });
    return queueWebCall(context, tx, { token, visitorMark, recognition: query.recognition });
  });
  await tryToStart(context, webCallContract.type, webCallStartOptions(run));
  return { workflow_run_id: run.id, join: await presentJoin(context, run) };
};

/** A browser sends the origin of the requesting page, and no page can change it. */
const allowOrigin = (context: OperationContext, token: EmbedToken, origin: string | undefined): void => {
  if (origin === undefined || !token.allowed_origins.includes(origin)) throw originNotAllowed();
  context.setHeader("Access-Control-Allow-Origin", origin);
  context.setHeader("Vary", "Origin");
};

interface Visit {
  token: EmbedToken;
  /** Tells one visitor's address from another, without naming it. */
  visitorMark: string;
}

const requireQuota = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { token, visitorMark }: Visit,
): Promise<void> => {
  if (token.max_concurrent !== null && (await countTalking(tx, token.id)) >= token.max_concurrent)
    throw tooManyWaitingCalls();
  const waiting = await countWaiting(tx, { tokenId: token.id, visitorMark });
  if (waiting.ofVisitor >= WAITING_PER_VISITOR) throw tooManyWaitingCalls();
  if (waiting.ofAll >= WAITING_PER_EMBED_TOKEN && !(await makeOneGiveWay(tx, token.id))) throw tooManyWaitingCalls();
  if (token.max_minutes !== null && (await sumSecondsTalked(tx, token.id)) >= token.max_minutes * 60)
    throw minutesUsedUp();
  const most = context.config.WEB_CALLS_PER_ORGANIZATION;
  if (!(await hasWebCallCapacity(tx, most)) && !(await makeOneGiveWay(tx))) throw tooManyWebCalls(most);
  const { organization_id: organizationId, environment } = token;
  const standings = await readBudgets(tx, { organizationId, campaign: null, environment }, context.clock.now());
  const spent = describeSpentBudget(standings);
  if (spent !== null) throw budgetUsedUp(spent);
};

const queueWebCall = async (
  context: OperationContext,
  tx: OrganizationTransaction,
  { token, visitorMark, recognition }: Visit & { recognition: Recognition | undefined },
): Promise<CallRun> => {
  const chosen = chooseAgentVersion(await findAgent(tx, token.agent_id), "published");
  if (isAgentObstacle(chosen)) throw linkNotFound();
  const { versionId } = chosen;
  const carries_audio = await canCarryAudio(context, tx, { versionId, initialContext: {}, recognition });
  const uuid = context.ids.uuid();
  if (carries_audio && !(await reserveVisitorSlot(tx, { uuid }))) throw noVoiceSlot();
  return queueRun(tx, {
    uuid,
    organization_id: token.organization_id,
    agent_id: token.agent_id,
    agent_version_id: versionId,
    name: `WEB-${uuid.slice(0, 8)}`,
    mode: WEB_MODE,
    environment: token.environment,
    embed_token_id: token.id,
    visitor_mark: visitorMark,
    carries_audio,
    initial_context: {},
  });
};
