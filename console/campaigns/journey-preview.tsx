import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type Answer, callApi } from "../api/client.ts";
import type { Routes } from "../api/routes.ts";
import { Choice } from "../ui/choice.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { useSettled } from "../ui/use-settled.ts";
import { formatMoment } from "../words/format.ts";
import { words } from "../words/words.ts";
import { campaignKey } from "./campaign-queries.ts";
import styles from "./journey.module.css";
import { STEP_OUTCOMES } from "./journey-draft.ts";

const { journey: said } = words.campaigns;

export type Steps = Routes["PUT /campaigns/{campaign_id}/journey"]["body"]["steps"];
type Person = Answer<"POST /campaigns/{campaign_id}/journey/preview">["people"][number];

/** Asks what would follow for the first people; what the API refuses is what it would refuse when it is saved. */
export const usePreview = ({
  campaignId,
  steps,
  outcome,
}: {
  campaignId: number;
  steps: Steps | null;
  outcome: string;
}) => {
  const asked = useSettled(JSON.stringify(steps));
  const given: Steps | null = JSON.parse(asked);
  return useQuery({
    queryKey: [...campaignKey(campaignId), "journey preview", asked, outcome],
    queryFn: () =>
      callApi("POST /campaigns/{campaign_id}/journey/preview", {
        params: { campaign_id: campaignId },
        body: { steps: given ?? [], outcome },
      }),
    enabled: given !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
};

/** Shows what would follow for the first twenty people, if their call ended so. */
export const JourneyPreview = ({
  people,
  isRefused,
  outcome,
  onOutcome,
}: {
  people: readonly Person[] | undefined;
  isRefused: boolean;
  outcome: string;
  onOutcome(outcome: string): void;
}) => (
  <section className={styles.preview} aria-label={said.preview}>
    <h3>{said.preview}</h3>
    <Choice
      label={said.previewOutcome}
      value={outcome}
      options={STEP_OUTCOMES.map((value) => ({ value, label: words.calls.outcomes[value] ?? value }))}
      onChange={onOutcome}
    />
    {isRefused && <p role="status">{said.previewRefused}</p>}
    {people?.length === 0 && <p>{said.previewNobody}</p>}
    {people && people.length > 0 && (
      <DataTable label={said.preview} columns={COLUMNS} rows={people} keyOf={(person) => person.phone_number} />
    )}
  </section>
);

const COLUMNS: readonly Column<Person>[] = [
  { name: said.person, cell: ({ name, phone_number: number }) => name ?? number },
  {
    name: said.whatFollows,
    cell: ({ blocked, steps }) => {
      if (blocked !== null) return blocked;
      if (steps.length === 0) return said.nothingFollows;
      return (
        <ol className={styles.previewed}>
          {steps.map((step) => (
            <li key={`${step.id} ${step.at}`}>
              {step.id}, {formatMoment(step.at)}
              {step.says !== null && <q className={styles.says}>{step.says}</q>}
              {step.may_follow.length > 0 && <span>{said.thenByItsEnd(step.may_follow.join(", "))}</span>}
            </li>
          ))}
        </ol>
      );
    },
  },
];
