import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { Agent, ScenarioList } from "../api/routes.ts";
import { Choice } from "../ui/choice.tsx";
import choices from "../ui/choices.module.css";
import { CheckField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { Facts } from "../ui/page.tsx";
import { useAction } from "../ui/use-action.ts";
import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { rehearsalsKey } from "./rehearsal-queries.ts";
import { sayExpected } from "./say-cost.ts";

const NEWEST = "newest";

/** Starts a rehearsal, after saying what all of it is expected to cost, and leads to it. */
export const Rehearse = ({ agent, suite: { scenarios, estimate } }: { agent: Agent; suite: ScenarioList }) => {
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const [version, setVersion] = useState(NEWEST);
  const chosen = scenarios.filter(({ id }) => !left.has(id));
  const start = useStart(agent.id, {
    ...(version !== NEWEST && { version: Number(version) }),
    ...(left.size > 0 && { scenario_ids: chosen.map(({ id }) => id) }),
  });
  const choose = (id: number, isOn: boolean) =>
    setLeft(new Set(isOn ? [...left].filter((each) => each !== id) : [...left, id]));
  return (
    <Form
      onSubmit={() => start.mutate()}
      action={words.rehearsals.rehearse}
      needs="operator"
      isBusy={start.isPending}
      isDisabled={chosen.length === 0}
      error={start.error}
      isQuestion
    >
      <Choice
        label={words.rehearsals.version}
        value={version}
        onChange={setVersion}
        options={[
          { value: NEWEST, label: words.rehearsals.newest },
          ...[agent.draft_version, agent.version].flatMap((number) =>
            number === null ? [] : [{ value: String(number), label: words.agents.version(formatWhole(number)) }],
          ),
        ]}
      />
      <fieldset className={choices.list}>
        <legend>{words.rehearsals.which}</legend>
        {scenarios.map(({ id, name, runs }) => (
          <CheckField
            key={id}
            label={runs > 1 ? `${name} (${words.rehearsals.timesOf(formatWhole(runs))})` : name}
            isOn={!left.has(id)}
            onChange={(isOn) => choose(id, isOn)}
          />
        ))}
      </fieldset>
      <Facts
        facts={[
          [
            words.rehearsals.estimate,
            words.rehearsals.estimateOf(formatWhole(estimate.conversations), sayExpected(estimate)),
          ],
        ]}
      />
    </Form>
  );
};

const useStart = (agentId: number, body: { version?: number; scenario_ids?: number[] }) => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useAction({
    run: () => callApi("POST /workflows/{workflow_id}/rehearsals", { params: { workflow_id: agentId }, body }),
    said: words.rehearsals.rehearsing,
    savesNothing: true,
    isQuietOnRefusal: true,
    onDone: async ({ id }) => {
      await queries.invalidateQueries({ queryKey: rehearsalsKey(agentId) });
      await navigate({ to: "/agents/$agentId/rehearsals/$rehearsalId", params: { agentId, rehearsalId: id } });
    },
  });
};
