import { useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useBlocker, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { preferencesQuery } from "../api/account.ts";
import { type Answer, api } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Choice } from "../ui/choice.tsx";
import { CheckField, TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { LinkButton } from "../ui/link-button.tsx";
import { Notice } from "../ui/notice.tsx";
import { Empty, Page } from "../ui/page.tsx";
import { useAction } from "../ui/use-action.ts";
import { whole } from "../words/format.ts";
import { words } from "../words/words.ts";
import styles from "./campaigns.module.css";
import { accountsQuery, listsQuery, publishedAgentsQuery } from "./new-campaign-queries.ts";
import { bodyOf, newSettings, type SettingsDraft, triedOut } from "./settings-draft.ts";
import { SettingsFields } from "./settings-fields.tsx";

const route = getRouteApi("/shell/campaigns/new");
const STEPS = [words.campaigns.stepWho, words.campaigns.stepHow, words.campaigns.stepCheck];

interface Draft {
  name: string;
  listId: string;
  agentId: string;
  accountId: string;
  settings: SettingsDraft;
}

export const NewCampaign = () => {
  const { list } = route.useSearch();
  const { data: lists } = useSuspenseQuery(listsQuery);
  const { data: agents } = useSuspenseQuery(publishedAgentsQuery);
  const { data: accounts } = useSuspenseQuery(accountsQuery);
  const { data: preferences } = useSuspenseQuery(preferencesQuery);
  const [step, setStep] = useState(0);
  const chosen = list ?? lists[0]?.id;
  const account = accounts.find(({ is_default_outbound: isDefault }) => isDefault) ?? accounts[0];
  const settings = newSettings(preferences.timezone);
  const [draft, setDraft] = useState<Draft>(() => ({
    name: "",
    listId: String(chosen ?? ""),
    agentId: String(agents[0]?.id ?? ""),
    accountId: String(account?.id ?? ""),
    settings: account?.provider === "simulator" ? triedOut(settings) : settings,
  }));
  if (lists.length === 0) return <Missing title={words.campaigns.noLists} to="/contacts" action="importFirst" />;
  if (agents.length === 0) return <Missing title={words.campaigns.noAgents} to="/agents" action="agentFirst" />;
  return (
    <Page title={words.campaigns.newOne} crumb={<Link to="/campaigns">{words.shell.campaigns}</Link>} isNarrow>
      <ol className={styles.steps} aria-label={words.campaigns.step(String(step + 1), String(STEPS.length))}>
        {STEPS.map((name, index) => (
          <li key={name} aria-current={index === step ? "step" : undefined}>
            {index + 1}. {name}
          </li>
        ))}
      </ol>
      <Card title={STEPS[step] ?? ""}>
        {step === 0 && <Who {...{ draft, lists, agents, accounts }} onChange={setDraft} onNext={() => setStep(1)} />}
        {step === 1 && (
          <Form onSubmit={() => setStep(2)} action={words.shell.next}>
            <SettingsFields draft={draft.settings} onChange={(settings) => setDraft({ ...draft, settings })} />
            <div>
              <Button onClick={() => setStep(0)}>{words.shell.previous}</Button>
            </div>
          </Form>
        )}
        {step === 2 && <Check {...{ draft, lists, accounts }} onBack={() => setStep(1)} />}
      </Card>
    </Page>
  );
};

const Missing = ({ title, to, action }: { title: string; to: string; action: "importFirst" | "agentFirst" }) => (
  <Page title={words.campaigns.newOne} crumb={<Link to="/campaigns">{words.shell.campaigns}</Link>} isNarrow>
    <Empty title={title} text={words.campaigns.emptyText}>
      <LinkButton kind="primary" needs="operator" to={to}>
        {words.campaigns[action]}
      </LinkButton>
    </Empty>
  </Page>
);

interface WhoProps {
  draft: Draft;
  lists: Answer<"GET /contact-lists">["contact_lists"];
  agents: Answer<"GET /workflows">;
  accounts: Answer<"GET /organizations/telephony-configs">["configurations"];
  onChange(draft: Draft): void;
  onNext(): void;
}

const Who = ({ draft, lists, agents, accounts, onChange, onNext }: WhoProps) => (
  <Form onSubmit={onNext} action={words.shell.next} isDisabled={!draft.listId || !draft.agentId}>
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
      onChange={(listId) => onChange({ ...draft, listId })}
      options={lists.map(({ id, name, contact_count: count }) => ({
        value: String(id),
        label: `${name} (${whole(count)})`,
      }))}
    />
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

const useCreation = (draft: Draft) => {
  const navigate = useNavigate();
  return useAction({
    run: async ({ starts, consent }: { starts: boolean; consent: boolean }) => {
      const campaign = await api("POST /campaigns/create", {
        body: {
          name: draft.name,
          workflow_id: Number(draft.agentId),
          contact_list_id: Number(draft.listId),
          telephony_configuration_id: Number(draft.accountId),
          consent_attested: consent,
          ...bodyOf(draft.settings),
        },
      });
      if (!starts) return { id: campaign.id, refusal: null };
      // The draft is there already: a refusal of the start is told on its page, where the start can be repeated.
      const params = { campaign_id: campaign.id };
      const refusal = await api("POST /campaigns/{campaign_id}/start", { params, body: {} }).then(
        () => null,
        (error: unknown) => (error instanceof Error ? error : null),
      );
      return { id: campaign.id, refusal };
    },
    said: ({ refusal }) => refusal?.message ?? words.campaigns.created,
    onDone: ({ id }) => navigate({ to: "/campaigns/$campaignId", params: { campaignId: id }, ignoreBlocker: true }),
    isQuietOnRefusal: true,
  });
};

const Check = ({
  draft,
  lists,
  accounts,
  onBack,
}: Pick<WhoProps, "draft" | "lists" | "accounts"> & { onBack(): void }) => {
  const [isAttested, setAttested] = useState(false);
  const create = useCreation(draft);
  useBlocker({ shouldBlockFn: () => create.isPending, enableBeforeUnload: () => create.isPending });
  const list = lists.find(({ id }) => String(id) === draft.listId);
  const account = accounts.find(({ id }) => String(id) === draft.accountId);
  const isSimulated = account?.provider === "simulator";
  return (
    <Form
      onSubmit={() => create.mutate({ starts: true, consent: isAttested })}
      action={words.campaigns.createAndStart}
      isBusy={create.isPending}
      isDisabled={!isAttested}
      error={create.error}
    >
      <h3>{words.campaigns.whatHappens}</h3>
      <ul className={styles.plan}>
        <li>{words.campaigns.willDial(whole(list?.contact_count ?? 0))}</li>
        <li>{words.campaigns.willTry(whole(1 + Number(draft.settings.retries)))}</li>
        <li>
          {draft.settings.hasHours
            ? words.campaigns.willDialWithin(draft.settings.from, draft.settings.until, draft.settings.timezone)
            : words.campaigns.willDialAtOnce}
        </li>
      </ul>
      <Notice
        tone={isSimulated ? "good" : "warn"}
        title={isSimulated ? words.campaigns.simulated : words.campaigns.realCalls(account?.name ?? "")}
      />
      <CheckField
        label={words.campaigns.attest}
        hint={words.campaigns.attestHint}
        isOn={isAttested}
        onChange={setAttested}
      />
      <div className={styles.days}>
        <Button onClick={onBack}>{words.shell.previous}</Button>
        <Button disabled={create.isPending} onClick={() => create.mutate({ starts: false, consent: isAttested })}>
          {words.campaigns.createDraft}
        </Button>
      </div>
    </Form>
  );
};
