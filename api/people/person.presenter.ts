import type { HistoryEntry, readHistory } from "../../application/person/read-history.ts";
import type { Prospect } from "../../application/person/read-prospects.ts";
import { presentOutlook } from "../calls/outlook.presenter.ts";

export const presentProspect = (phoneNumber: string, prospect: Prospect) => ({
  campaign_id: prospect.campaign.id,
  campaign_name: prospect.campaign.name,
  campaign_state: prospect.campaign.state,
  contact_id: prospect.contactId,
  state: prospect.state,
  attempts: prospect.attempts,
  last_outcome: prospect.lastOutcome,
  next_attempt_at: prospect.nextAttemptAt,
  call_back_at: prospect.callBackAt,
  outlook: presentOutlook(phoneNumber, prospect.outlook),
});

type History = Awaited<ReturnType<typeof readHistory>>;
type CallParts = Pick<History, "requests" | "transfers">;

const NOTHING = {
  by: null,
  campaign: null,
  contact_list: null,
  call: null,
  missed_call: null,
  message: null,
  consent: null,
  do_not_call: null,
  privacy: null,
};

export const presentEvent = (entry: HistoryEntry, parts: CallParts) => ({
  ...NOTHING,
  kind: entry.kind,
  at: new Date(entry.atMs),
  ...presentPart(entry, parts),
});

const presentPart = (entry: HistoryEntry, parts: CallParts) => {
  switch (entry.kind) {
    case "call":
      return presentCall(entry.row, parts);
    case "missed_call": {
      const { reason, called_number, called_back_run_id } = entry.row;
      return { missed_call: { reason, called_number, called_back_run_id } };
    }
    case "message": {
      const { uuid, direction, state, body: text, actor, provider, campaign_id: id, campaign_name: name } = entry.row;
      return {
        by: actor === "person" ? null : actor,
        campaign: id === null ? null : { id, name: name ?? "", contact_id: null, state: null },
        message: { message_id: uuid, direction, state, text, provider },
      };
    }
    case "consent": {
      const { status, source, wording, actor } = entry.row;
      return { by: actor, consent: { status, source, wording } };
    }
    case "do_not_call": {
      const { source, reason, expires_at, created_by } = entry.row;
      return { by: created_by === null ? null : `user:${created_by}`, do_not_call: { source, reason, expires_at } };
    }
    case "joined_list": {
      const { contact_list_id: id, list_name: name, is_hidden, import_id } = entry.row;
      return { contact_list: { id, name, is_hidden, import_id } };
    }
    case "joined_campaign": {
      const { campaign_id: id, campaign_name: name, contact_id, state } = entry.row;
      return { campaign: { id, name, contact_id, state } };
    }
    case "export":
    case "erasure":
      return { by: entry.row.actor, privacy: { id: entry.row.uuid, state: entry.row.state, reason: entry.row.reason } };
  }
};

type CallRow = Extract<HistoryEntry, { kind: "call" }>["row"];

const presentCall = (row: CallRow, { requests, transfers }: CallParts) => ({
  campaign:
    row.campaign_id === null
      ? null
      : { id: row.campaign_id, name: row.campaign_name ?? "", contact_id: null, state: null },
  call: {
    run_id: row.id,
    direction: row.direction,
    mode: row.mode,
    environment: row.environment,
    state: row.state,
    outcome: row.outcome,
    disposition: row.disposition,
    workflow_id: row.agent_id,
    workflow_name: row.agent_name,
    provider: row.provider,
    account_name: row.account_name,
    attempt: row.attempt,
    answered_by: row.answered_by,
    opted_out: row.opted_out,
    started_at: row.started_at,
    answered_at: row.answered_at,
    ended_at: row.ended_at,
    duration_seconds: row.duration_seconds,
    cost_minor: row.cost_minor,
    currency: row.currency,
    requests: requests
      .filter(({ run_id }) => run_id === row.id)
      .map(({ id, kind, state, decision, settled_by, created_at, settled_at }) => ({
        id,
        kind,
        state,
        decision,
        settled_by,
        created_at,
        settled_at,
      })),
    transfers: transfers
      .filter(({ run_id }) => run_id === row.id)
      .map(({ state, outcome, requested_at, connected_at, ended_at }) => ({
        state,
        outcome,
        requested_at,
        connected_at,
        ended_at,
      })),
  },
});
