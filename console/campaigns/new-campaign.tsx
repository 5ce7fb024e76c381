import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { publishedAgentsQuery } from "../agents/agent-queries.ts";
import { preferencesQuery } from "../api/account.ts";
import type { Answer } from "../api/client.ts";
import { carriersQuery } from "../carriers/carrier-queries.ts";
import { listsQuery, segmentsQuery } from "../contacts/contact-queries.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Choice } from "../ui/choice.tsx";
import { LongTextField, TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { Empty, Page } from "../ui/page.tsx";
import { useLeaveQuestion } from "../ui/unsaved.tsx";
import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import styles from "./campaigns.module.css";
import { CheckAndStart } from "./check-and-start.tsx";
import { createSettings, shortenForTrial } from "./settings-draft.ts";
import { SettingsFields } from "./settings-fields.tsx";
import { type Draft, useKeptDraft } from "./use-kept-draft.ts";

const route = getRouteApi("/shell/campaigns/new");
const STEPS = [words.campaigns.stepWho, words.campaigns.stepHow, words.campaigns.stepCheck];

export const NewCampaign = () => {
  const { list } = route.useSearch();
  const { data: lists } = useSuspenseQuery(listsQuery);
  const { data: agents } = useSuspenseQuery(publishedAgentsQuery);
  const { data: accounts } = useSuspenseQuery(carriersQuery);
  const { data: preferences } = useSuspenseQuery(preferencesQuery);
  const [step, setStep] = useState(0);
  const chosen = list ?? lists[0]?.id;
  const account = accounts.find(({ is_default_outbound: isDefault }) => isDefault) ?? accounts[0];
  const settings = createSettings(preferences);
  const [draft, setDraft] = useState<Draft>(() => ({
    name: "",
    listId: String(chosen ?? ""),
    segmentId: "",
    agentId: String(agents[0]?.id ?? ""),
    accountId: String(account?.id ?? ""),
    textAfter: "",
    settings: account?.provider === "simulator" ? shortenForTrial(settings) : settings,
  }));
  const keep = useKeptDraft();
  // From the third step on it is kept as a draft campaign.
  const leaveQuestion = useLeaveQuestion(() => step < 2 && draft.name !== "");
  const chosenAccount = accounts.find(({ id }) => String(id) === draft.accountId);
  const carrier = chosenAccount?.provider === "simulator" ? null : (chosenAccount?.name ?? "");
  if (lists.length === 0) return <Missing title={words.campaigns.noLists} to="/contacts/import" action="importFirst" />;
  if (agents.length === 0)
    return <Missing title={words.campaigns.noAgents} to="/agents" search={{ making: true }} action="agentFirst" />;
  return (
    <Page title={words.campaigns.newOne} crumb={<Link to="/campaigns">{words.shell.campaigns}</Link>} isNarrow>
      <Steps step={step} />
      {leaveQuestion}
      <Card title={STEPS[step] ?? ""}>
        {step === 0 && <Who {...{ draft, lists, agents, accounts }} onChange={setDraft} onNext={() => setStep(1)} />}
        {step === 1 && (
          <Form
            isQuestion
            onSubmit={() => keep.mutate(draft, { onSuccess: () => setStep(2) })}
            needs="operator"
            action={words.shell.next}
            isBusy={keep.isPending}
            error={keep.error}
            ways={<Button onClick={() => setStep(0)}>{words.shell.previous}</Button>}
          >
            <SettingsFields draft={draft.settings} onChange={(settings) => setDraft({ ...draft, settings })} />
            <LongTextField
              label={words.campaigns.textAfter}
              hint={words.campaigns.textAfterHint}
              value={draft.textAfter}
              onChange={(textAfter) => setDraft({ ...draft, textAfter })}
            />
          </Form>
        )}
        {step === 2 && keep.data && (
          <CheckAndStart
            campaignId={keep.data}
            carrier={carrier}
            isDated={draft.settings.startsAt !== "" || draft.settings.repeats !== "no"}
            onBack={() => setStep(1)}
          />
        )}
      </Card>
    </Page>
  );
};

/** Takes the focus at each further step, because the button that was pressed goes away with the step before; the first has a field for it. */
const Steps = ({ step }: { step: number }) => {
  const list = useRef<HTMLOListElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current !== step && step > 0) list.current?.focus({ preventScroll: true });
    shown.current = step;
  }, [step]);
  return (
    <ol
      ref={list}
      tabIndex={-1}
      className={styles.steps}
      aria-label={words.campaigns.step(String(step + 1), String(STEPS.length))}
    >
      {STEPS.map((name, index) => (
        <li key={name} aria-current={index === step ? "step" : undefined}>
          {index + 1}. {name}
        </li>
      ))}
    </ol>
  );
};

interface MissingProps {
  title: string;
  to: string;
  search?: { making?: true };
  action: "importFirst" | "agentFirst";
}

const Missing = ({ title, to, search = {}, action }: MissingProps) => (
  <Page title={words.campaigns.newOne} crumb={<Link to="/campaigns">{words.shell.campaigns}</Link>} isNarrow>
    <Empty title={title} text={words.campaigns.emptyText}>
      <LinkButton kind="primary" needs="operator" to={to} search={search}>
        {words.campaigns[action]}
      </LinkButton>
    </Empty>
  </Page>
);

/** Asks for a part of the list, where it has any. */
const PartOfList = ({ draft, onChange }: Pick<WhoProps, "draft" | "onChange">) => {
  const { data: segments = [] } = useQuery({ ...segmentsQuery(Number(draft.listId)), enabled: draft.listId !== "" });
  return segments.length === 0 ? null : (
    <Choice
      label={words.campaigns.segment}
      value={draft.segmentId}
      onChange={(segmentId) => onChange({ ...draft, segmentId })}
      options={[
        { value: "", label: words.campaigns.wholeList },
        ...segments.map(({ segment_id: value, name }) => ({ value, label: name })),
      ]}
    />
  );
};

interface WhoProps {
  draft: Draft;
  lists: Answer<"GET /contact-lists">["contact_lists"];
  agents: Answer<"GET /workflows">;
  accounts: Answer<"GET /organizations/telephony-configs">["configurations"];
  onChange(draft: Draft): void;
  onNext(): void;
}

const Who = ({ draft, lists, agents, accounts, onChange, onNext }: WhoProps) => (
  <Form
    isQuestion
    onSubmit={onNext}
    needs="operator"
    action={words.shell.next}
    isDisabled={!draft.listId || !draft.agentId}
  >
    <TextField
      label={words.campaigns.name}
      value={draft.name}
      onChange={(name) => onChange({ ...draft, name })}
      maxLength={255}
      isRequired
      hasFocus
    />
    <Choice
      label={words.campaigns.list}
      hint={words.campaigns.listHint}
      value={draft.listId}
      onChange={(listId) => onChange({ ...draft, listId, segmentId: "" })}
      options={lists.map(({ id, name, contact_count: count }) => ({
        value: String(id),
        label: `${name} (${formatWhole(count)})`,
      }))}
    />
    <PartOfList draft={draft} onChange={onChange} />
    <Choice
      label={words.campaigns.agent}
      hint={words.campaigns.agentHint}
      value={draft.agentId}
      onChange={(agentId) => onChange({ ...draft, agentId })}
      options={agents.map(({ id, name }) => ({ value: String(id), label: name }))}
    />
    <Choice
      label={words.campaigns.carrier}
      hint={words.campaigns.carrierHint}
      value={draft.accountId}
      onChange={(accountId) => onChange({ ...draft, accountId })}
      options={accounts.map(({ id, name, inactive }) => ({ value: String(id), label: name, isDisabled: inactive }))}
    />
  </Form>
);
