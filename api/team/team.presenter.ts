import type { TimeSpan } from "../../domain/time/local-days.ts";
import type { AgentStatus } from "../../infra/postgres/team/agent-status.repository.ts";
import type { AttentionItem } from "../../infra/postgres/team/attention.repository.ts";
import type { HomeFigures } from "../../infra/postgres/team/home-figures.repository.ts";

const SECONDS_OF_A_TENTH = 6;

export const presentFigures = (span: TimeSpan, { talkSeconds, ...figures }: HomeFigures) => ({
  ...span,
  ...figures,
  minutes: Math.round(talkSeconds / SECONDS_OF_A_TENTH) / 10,
});

export const presentAttention = ({ agent_id, ...item }: AttentionItem) => ({ ...item, workflow_id: agent_id });

export const presentStatus = ({ agent_id, run_ids, ...status }: AgentStatus) => ({
  ...status,
  workflow_id: agent_id,
  workflow_run_ids: run_ids,
});
