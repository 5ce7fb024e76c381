import { useQuery, useQueryClient } from "@tanstack/react-query";
import { callApi } from "../api/client.ts";
import type { Agent } from "../api/routes.ts";
import { CircleArrowUp } from "../ui/icons.ts";
import { MenuItem } from "../ui/menu.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { agentKey, agentQuery, agentsKey } from "./agent-queries.ts";

/** Offers the newer version of a hired agent's template, if there is one: it comes as a draft to check and publish. */
export const UpgradeItem = ({ agent, onUpgraded }: { agent: Agent; onUpgraded(agent: Agent): void }) => {
  const queries = useQueryClient();
  const params = { workflow_id: agent.id };
  const hireKey = [...agentKey(agent.id), "newer-version"];
  const { data: newer } = useQuery({
    queryKey: hireKey,
    queryFn: async () => (await callApi("GET /workflows/{workflow_id}/hire", { params })).newer_version,
    enabled: agent.template_id !== null,
    retry: false,
  });
  const upgrade = useAction({
    run: () => callApi("POST /workflows/{workflow_id}/hire/upgrade", { params, body: {} }),
    said: ({ event_id }) => (event_id === null ? words.agents.upgraded : words.agents.upgradeProposed),
    onDone: async () => {
      await Promise.all([hireKey, agentsKey].map((queryKey) => queries.invalidateQueries({ queryKey })));
      onUpgraded(await queries.fetchQuery({ ...agentQuery(agent.id), staleTime: 0 }));
    },
  });
  if (!newer) return null;
  return (
    <MenuItem icon={<CircleArrowUp aria-hidden />} needs="admin" onSelect={() => upgrade.mutate()}>
      {words.agents.upgrade(newer)}
    </MenuItem>
  );
};
