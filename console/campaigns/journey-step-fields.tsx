import { useQuery } from "@tanstack/react-query";
import { publishedAgentsQuery } from "../agents/agent-queries.ts";
import { callApi } from "../api/client.ts";
import { channelsQuery } from "../channels/channel-queries.ts";
import { Button } from "../ui/button.tsx";
import { Choice } from "../ui/choice.tsx";
import { CheckField, FieldRow, LongTextField, TextField } from "../ui/fields.tsx";
import { words } from "../words/words.ts";
import styles from "./journey.module.css";
import { JourneyConditions } from "./journey-conditions.tsx";
import { isStepKind, type MiddlePeople, STEP_KINDS, type StepDraft } from "./journey-draft.ts";

const { journey: said } = words.campaigns;

interface StepFieldsProps {
  step: StepDraft;
  /** The ids of all steps, in their order. */
  ids: readonly string[];
  middle: MiddlePeople | undefined;
  /** What the API says of a field; null: of the step as a whole. */
  faultOf(field: string | null): string | undefined;
  onChange(change: Partial<StepDraft>): void;
  onRemove(): void;
}

/** One step of a journey as a form: when it is taken, how long it waits, what it does and what may follow. */
export const JourneyStepFields = ({ step, ids, middle, faultOf, onChange, onRemove }: StepFieldsProps) => (
  <fieldset className={styles.step} aria-label={said.stepNamed(step.id)}>
    <FieldRow>
      <TextField label={said.id} value={step.id} fault={faultOf("id")} onChange={(id) => onChange({ id })} />
      <Choice
        label={said.does}
        value={step.kind}
        fault={faultOf("do") ?? faultOf(null)}
        options={STEP_KINDS.map((value) => ({ value, label: said.kinds[value] ?? value }))}
        onChange={(kind) => isStepKind(kind) && onChange({ kind })}
      />
    </FieldRow>
    <JourneyConditions conditions={step.on} fault={faultOf("on")} onChange={(on) => onChange({ on })} />
    <FieldRow>
      {(["days", "hours", "minutes"] as const).map((unit) => (
        <TextField
          key={unit}
          type="number"
          min={0}
          label={said.wait[unit]}
          value={step[unit]}
          fault={faultOf(unit) ?? (unit === "days" ? faultOf("wait") : undefined)}
          onChange={(typed) => onChange({ [unit]: typed })}
        />
      ))}
      <TextField
        type="time"
        label={said.wait.at}
        value={step.at}
        fault={faultOf("at")}
        onChange={(at) => onChange({ at })}
      />
    </FieldRow>
    <KindFields step={step} faultOf={faultOf} onChange={onChange} />
    <Following step={step} ids={ids} fault={faultOf("next")} onChange={(next) => onChange({ next })} />
    <FieldRow>
      <TextField
        type="number"
        min={2}
        max={10}
        label={said.most}
        value={step.most}
        fault={faultOf("most")}
        onChange={(most) => onChange({ most })}
      />
    </FieldRow>
    {middle && <p role="note">{said.middle[middle.becomes](middle.people, middle.step)}</p>}
    <div>
      <Button onClick={onRemove}>{said.removeStep(step.id)}</Button>
    </div>
  </fieldset>
);

const Following = ({
  step: { next },
  ids,
  fault,
  onChange,
}: {
  step: StepDraft;
  ids: readonly string[];
  fault: string | undefined;
  onChange(next: string[]): void;
}) => (
  <div role="group" aria-label={said.follows}>
    <p>{next.length === 0 ? said.nothingFollows : said.followsInOrder(next.join(", "))}</p>
    <div className={styles.following}>
      {ids.map((id) => (
        <CheckField
          key={id}
          label={id}
          isOn={next.includes(id)}
          onChange={(isOn) => onChange(isOn ? [...next, id] : next.filter((each) => each !== id))}
        />
      ))}
    </div>
    {fault && <p role="alert">{fault}</p>}
  </div>
);

type KindFieldsProps = Pick<StepFieldsProps, "step" | "faultOf" | "onChange">;

const KindFields = ({ step, faultOf, onChange }: KindFieldsProps) => {
  const text = (rows: number) => (
    <LongTextField
      label={said.text}
      hint={said.textHint}
      value={step.text}
      rows={rows}
      fault={faultOf("text")}
      onChange={(typed) => onChange({ text: typed })}
    />
  );
  switch (step.kind) {
    case "call":
      return <AgentChoice step={step} faultOf={faultOf} onChange={onChange} />;
    case "sms":
      return text(3);
    case "mail":
      return (
        <>
          <FieldRow>
            <TextField
              label={said.mailTo}
              hint={said.toHint}
              value={step.to}
              fault={faultOf("to")}
              onChange={(to) => onChange({ to })}
            />
            <TextField
              label={said.subject}
              value={step.subject}
              fault={faultOf("subject")}
              onChange={(subject) => onChange({ subject })}
            />
          </FieldRow>
          {text(5)}
        </>
      );
    case "webhook":
      return <WebhookChoice step={step} faultOf={faultOf} onChange={onChange} />;
    case "inbox":
      return (
        <>
          <ChannelChoice step={step} faultOf={faultOf} onChange={onChange} />
          {text(3)}
        </>
      );
    case "do_not_call":
      return (
        <TextField
          label={said.reason}
          value={step.reason}
          fault={faultOf("reason")}
          onChange={(reason) => onChange({ reason })}
        />
      );
  }
};

/** No id is empty; a choice has no empty value of its own. */
const OWN_AGENT = "own";

const AgentChoice = ({ step, faultOf, onChange }: KindFieldsProps) => {
  const { data: agents = [] } = useQuery(publishedAgentsQuery);
  return (
    <Choice
      label={said.agent}
      value={step.workflow_id === "" ? OWN_AGENT : step.workflow_id}
      fault={faultOf("workflow_id")}
      options={[
        { value: OWN_AGENT, label: said.ownAgent },
        ...agents.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={(id) => onChange({ workflow_id: id === OWN_AGENT ? "" : id })}
    />
  );
};

const WebhookChoice = ({ step, faultOf, onChange }: KindFieldsProps) => {
  const { data: webhooks } = useQuery({
    queryKey: ["webhooks"],
    queryFn: () => callApi("GET /organizations/webhooks"),
  });
  return (
    <Choice
      label={said.webhook}
      hint={webhooks?.length === 0 ? said.noWebhook : undefined}
      value={step.webhook_id}
      fault={faultOf("webhook_id")}
      options={(webhooks ?? []).map(({ id, url }) => ({ value: String(id), label: url }))}
      onChange={(id) => onChange({ webhook_id: id })}
    />
  );
};

const ChannelChoice = ({ step, faultOf, onChange }: KindFieldsProps) => {
  const { data: channels = [] } = useQuery(channelsQuery);
  return (
    <Choice
      label={said.channel}
      value={step.folder_id}
      fault={faultOf("folder_id")}
      options={channels.map(({ id, name }) => ({ value: String(id), label: name }))}
      onChange={(id) => onChange({ folder_id: id })}
    />
  );
};
