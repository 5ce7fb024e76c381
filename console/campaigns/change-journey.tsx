import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { type Answer, callApi, Refusal } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { LongTextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import { campaignKey } from "./campaign-queries.ts";
import styles from "./journey.module.css";
import {
  addStep,
  changeStep,
  findStepFault,
  listMiddlePeople,
  readStep,
  removeStep,
  type StepDraft,
  writeStep,
} from "./journey-draft.ts";
import { JourneyPreview, type Steps, usePreview } from "./journey-preview.tsx";
import { JourneyStepFields } from "./journey-step-fields.tsx";

const { journey: said } = words.campaigns;

type Kept = Answer<"GET /campaigns/{campaign_id}/journey">;

/** Changes the steps in a form, or as JSON as the API takes them, with what would follow for the first people beside them. */
export const ChangeJourney = ({ journey, onDone }: { journey: Kept; onDone(): void }) => {
  const queries = useQueryClient();
  const lastKey = useRef(journey.steps.length);
  const [drafts, setDrafts] = useState<StepDraft[]>(() => journey.steps.map((step, at) => readStep(step, String(at))));
  /** Null: the form is shown. */
  const [json, setJson] = useState<string | null>(null);
  const [outcome, setOutcome] = useState("no_answer");
  const written = json === null ? toSteps(drafts) : readSteps(json);
  const preview = usePreview({
    campaignId: journey.campaign_id,
    steps: written instanceof Error ? null : written,
    outcome,
  });
  const change = useAction({
    run: () => {
      if (written instanceof Error) throw written;
      return callApi("PUT /campaigns/{campaign_id}/journey", {
        params: { campaign_id: journey.campaign_id },
        body: { steps: written },
      });
    },
    said: said.saved,
    onDone: async () => {
      await queries.invalidateQueries({ queryKey: campaignKey(journey.campaign_id) });
      onDone();
    },
    isQuietOnRefusal: true,
  });
  const refusal = preview.error instanceof Refusal ? preview.error : null;
  const showForm = () => {
    if (json === null || written instanceof Error) return;
    setDrafts(written.map((step) => readStep(step, String((lastKey.current += 1)))));
    setJson(null);
  };
  return (
    <Form
      onSubmit={() => change.mutate()}
      action={words.shell.save}
      needs="operator"
      isBusy={change.isPending}
      error={change.error}
    >
      <div>
        {json === null ? (
          <Button onClick={() => setJson(JSON.stringify(toSteps(drafts), null, 2))}>{said.asJson}</Button>
        ) : (
          <Button onClick={showForm} impossible={written instanceof Error ? written.message : undefined}>
            {said.asForm}
          </Button>
        )}
      </div>
      <div className={styles.beside}>
        {json === null ? (
          <StepForms
            journey={journey}
            drafts={drafts}
            refusal={refusal}
            onChange={setDrafts}
            nextKey={() => String((lastKey.current += 1))}
          />
        ) : (
          <LongTextField
            label={said.steps}
            hint={said.stepsHint}
            value={json}
            onChange={setJson}
            rows={24}
            isCode
            fault={written instanceof Error ? written.message : refusal?.message}
          />
        )}
        <JourneyPreview
          people={preview.data?.people}
          isRefused={refusal !== null}
          outcome={outcome}
          onOutcome={setOutcome}
        />
      </div>
    </Form>
  );
};

const StepForms = ({
  journey,
  drafts,
  refusal,
  onChange,
  nextKey,
}: {
  journey: Kept;
  drafts: StepDraft[];
  refusal: Refusal | null;
  onChange(drafts: StepDraft[]): void;
  nextKey(): string;
}) => {
  const { data: progress } = useQuery({
    queryKey: [...campaignKey(journey.campaign_id), "journey progress"],
    queryFn: () =>
      callApi("GET /campaigns/{campaign_id}/journey/progress", { params: { campaign_id: journey.campaign_id } }),
  });
  const middle = listMiddlePeople(drafts, { kept: journey.steps, edges: progress?.edges ?? [] });
  const elsewhere = middle.filter(({ step }) => !drafts.some(({ id }) => id === step));
  return (
    <div className={styles.steps}>
      {drafts.length === 0 && <p>{said.noSteps}</p>}
      {drafts.map((step, index) => (
        <JourneyStepFields
          key={step.key}
          step={step}
          ids={drafts.map(({ id }) => id)}
          middle={middle.find((each) => each.step === step.id)}
          faultOf={(field) => findStepFault(refusal?.faults ?? [], index, field)}
          onChange={(changed) => onChange(changeStep(drafts, step.key, changed))}
          onRemove={() => onChange(removeStep(drafts, step.key))}
        />
      ))}
      {elsewhere.map(({ step, people, becomes }) => (
        <p key={step} role="note">
          {said.middle[becomes](people, step)}
        </p>
      ))}
      {refusal !== null && !hasPlace(refusal) && <p role="alert">{refusal.message}</p>}
      <div>
        <Button onClick={() => onChange(addStep(drafts, nextKey()))}>{said.addStep}</Button>
      </div>
    </div>
  );
};

const hasPlace = ({ faults }: Refusal): boolean => faults.some(({ loc }) => loc[1] === "steps" && loc.length > 2);

/** What is wrong with them is said by the API. */
const toSteps = (drafts: readonly StepDraft[]): Steps => JSON.parse(JSON.stringify(drafts.map(writeStep)));

const readSteps = (text: string): Steps | Error => {
  try {
    const steps: Steps = JSON.parse(text);
    return Array.isArray(steps) ? steps : new Error(said.noList);
  } catch (error) {
    return new Error(said.noJson(error instanceof Error ? error.message : String(error)));
  }
};
