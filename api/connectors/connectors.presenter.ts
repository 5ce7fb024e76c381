import type { Connector } from "../../domain/connector/connector.ts";
import type { ConnectorAccount } from "../../infra/postgres/connector/connector-account.entity.ts";
import type { ConnectorActivity } from "../../infra/postgres/connector/connector-activity.repository.ts";

export type ClientSource = "organization" | "operator";

/** Returns why an app cannot be connected, and what to do about it. */
export const explainUnavailable = ({ name, slug }: Pick<Connector, "name" | "slug">): string =>
  `${name} knows no client of this installation yet: its operator names one in CONNECTORS_FILE, or an admin gives the organization's own with PUT /connectors/${slug}/client`;

export const presentConnector = (app: Connector, client: ClientSource | null) => ({
  slug: app.slug,
  name: app.name,
  category: app.category,
  version: app.version,
  description: app.description,
  scopes: app.scopes,
  available: client !== null,
  unavailable_reason: client === null ? explainUnavailable(app) : null,
  client,
  actions: app.actions.map(({ name, description, parameters, only_reads }) => ({
    name,
    description,
    parameters: { ...parameters },
    only_reads,
  })),
});

export const presentAccount = ({
  id,
  slug,
  account_label,
  scopes,
  status,
  status_reason,
  status_changed_at,
  connected_at,
}: ConnectorAccount) => ({ id, slug, account_label, scopes, status, status_reason, status_changed_at, connected_at });

export const presentActivity = ({ run_id, agent_id, ...row }: ConnectorActivity) => ({
  ...row,
  workflow_run_id: run_id,
  workflow_id: agent_id,
});
