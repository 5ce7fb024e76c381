import type { IncomingMessage } from "node:http";
import { createConversationPorts } from "../../../application/conversation/conversation-ports.ts";
import { isCallOver } from "../../../domain/call/call-states.rules.ts";
import { WEB_MODE } from "../../../domain/call/modes-and-channels.rules.ts";
import { openConversation } from "../../../domain/conversation/open-conversation.ts";
import { readPublicBaseUrl } from "../../../infra/config/config.ts";
import type { CallRun } from "../../../infra/postgres/call/call-run.entity.ts";
import { findRun } from "../../../infra/postgres/call/call-run.repository.ts";
import { tryToStart } from "../../../infra/temporal/start-workflow.ts";
import { webCallContract, webCallStartOptions } from "../../../workflows/web-call/web-call.contract.ts";
import type { ApiDependencies } from "../../http/operation-context.ts";
import type { RelayCall } from "../relay/relay-call.ts";
import type { NamedCall, RelayEndpoint } from "../relay/relay-server.ts";
import { joinWebCall } from "./join-web-call.ts";
import { computeLatestEnd } from "./latest-end.ts";
import { readJoinToken, readVoiceToken } from "./web-call-tokens.ts";
import { signalWebCallEnded } from "./web-call-workflow.ts";

const PATH = /^\/api\/v1\/talk\/([\w.-]{1,400})$/;
/** Well below the time after which a page counts as closed. */
const PULSE_EVERY_MS = 5000;

/** Returns the conversation of the token, that of a page or of a media process. */
const readCall = (deps: ApiDependencies, request: IncomingMessage): NamedCall | null => {
  const token = PATH.exec(request.url ?? "")?.[1] ?? "";
  const ofPage = readJoinToken(deps, token);
  const named = ofPage ?? readVoiceToken(deps, token);
  return named && { organizationId: named.organizationId, runUuid: named.uuid, isOfServer: ofPage === null };
};

const admit = async (deps: ApiDependencies, { call }: { call: NamedCall | null }): Promise<CallRun | null> => {
  if (!call) return null;
  const run = await deps.database.inOrganization(call.organizationId, (tx) => findRun(tx, call.runUuid));
  if (!run || run.mode !== WEB_MODE || isCallOver(run)) return null;
  // In a conversation with audio the media process has the connection for words: a page beside it would take it away, and lose it
  // again in turn.
  if (run.carries_audio !== call.isOfServer) return null;
  return (await joinWebCall(deps, run)) ? run : null;
};

/** Records that the page is connected, and detects a conversation that was ended elsewhere. */
const keepPresent = (deps: ApiDependencies, run: CallRun, call: RelayCall): (() => void) => {
  const pulse = async () => {
    const state = await deps.database.inOrganization(run.organization_id, (tx) =>
      tx
        .updateTable("conversations")
        .set({ last_activity_at: deps.clock.now() })
        .where("run_id", "=", run.id)
        .returning("state")
        .executeTakeFirst(),
    );
    if (state?.state === "ended") call.endedElsewhere();
  };
  const timer = setInterval(() => {
    pulse().catch((err: unknown) =>
      deps.logger.warn({ err, run_uuid: run.uuid }, "the last activity of a web call could not be stored"),
    );
  }, PULSE_EVERY_MS);
  return () => clearInterval(timer);
};

/** The endpoint of web calls, which carry text between a page and the engine. */
export const webCallRelays: RelayEndpoint = {
  isPath: (url) => url.startsWith("/api/v1/talk/"),
  readCall,
  admit,
  lineOf: (deps, run) => ({
    open: async (session) => {
      await tryToStart(deps, webCallContract.type, webCallStartOptions(run));
      return openConversation(
        createConversationPorts(deps, {
          publicBaseUrl: readPublicBaseUrl(deps.config),
          workflowIdOf: webCallContract.workflowId,
        }),
        {
          organizationId: run.organization_id,
          runUuid: run.uuid,
          driver: "browser",
          session,
        },
      );
    },
    // Whoever else is let in is the person's own page.
    isMeasured: run.carries_audio,
    latestEnd: () => computeLatestEnd(deps, run),
    ended: () => void signalWebCallEnded(deps, { organizationId: run.organization_id, runUuid: run.uuid }),
  }),
  watch: keepPresent,
};
