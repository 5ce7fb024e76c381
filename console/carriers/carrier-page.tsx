import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { callApi } from "../api/client.ts";
import type { TelephonyConfiguration } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Confirm } from "../ui/confirm.tsx";
import { TextField } from "../ui/fields.tsx";
import { Circle, CircleCheck, Trash2 } from "../ui/icons.ts";
import { Notice } from "../ui/notice.tsx";
import { Columns, Page, Stack } from "../ui/page.tsx";
import { SaveForm } from "../ui/save-form.tsx";
import { useAction } from "../ui/use-action.ts";
import { formatMoment } from "../words/format.ts";
import { words } from "../words/words.ts";
import { CarrierFields, type CarrierValues } from "./carrier-fields.tsx";
import { carrierQuery, carriersKey, credentialCheckQuery, providersQuery } from "./carrier-queries.ts";
import { type CarrierKind, describeBlocked, describeStep, describeTextsByHand } from "./carrier-words.ts";
import styles from "./carriers.module.css";
import { Readiness } from "./carriers.tsx";
import { Followers } from "./followers.tsx";
import { Numbers } from "./numbers.tsx";
import { TextAgent } from "./text-agent.tsx";

const { organization } = words;
const route = getRouteApi("/shell/carriers/$carrierId");

export const CarrierPage = () => {
  const { carrierId } = route.useParams();
  const { data: carrier } = useSuspenseQuery(carrierQuery(carrierId));
  const { data: check } = useQuery(credentialCheckQuery(carrierId));
  const { data: kinds } = useSuspenseQuery(providersQuery);
  const kind = kinds.find(({ provider }) => provider === carrier.provider);
  const blocked = describeBlocked(carrier, kinds);
  return (
    <Page
      title={carrier.name}
      crumb={<Link to="/carriers">{words.shell.carriers}</Link>}
      status={<Readiness carrier={carrier} />}
      actions={<Commands carrier={carrier} />}
    >
      {carrier.inactive_reason && <Notice tone="bad" title={carrier.inactive_reason} />}
      {blocked && <Notice tone="warn" title={blocked} />}
      {carrier.out_until && <Notice tone="warn" title={organization.isOut(formatMoment(carrier.out_until))} />}
      <div role="status">
        {check && (
          <Notice tone={check.ok ? "good" : "bad"} title={`${organization.credentialCheck}: ${check.message}`} />
        )}
      </div>
      <Columns>
        <Stack>
          <Numbers carrierId={carrierId} />
          <Card title={words.shell.settings}>
            <Settings key={carrier.updated_at} carrier={carrier} />
          </Card>
          {kind?.sends_texts && (
            <Card title={words.shell.texts}>
              <TextAgent key={carrier.updated_at} carrier={carrier} />
              {kind.texts_by_hand && <Notice tone="calm" title={describeTextsByHand(kind)} />}
            </Card>
          )}
          <Card title={organization.failover}>
            <Followers key={carrier.updated_at} carrier={carrier} />
          </Card>
        </Stack>
        <Checklist carrier={carrier} kind={kind} />
      </Columns>
    </Page>
  );
};

/** Shows a changed account, with the carrier's answer if the carrier was asked. */
const useChange = (id: number) => {
  const queries = useQueryClient();
  return (changed?: Pick<TelephonyConfiguration, "credential_check">) => {
    if (changed?.credential_check) queries.setQueryData(credentialCheckQuery(id).queryKey, changed.credential_check);
    return queries.invalidateQueries({ queryKey: carriersKey, refetchType: "active" });
  };
};

const Commands = ({ carrier }: { carrier: TelephonyConfiguration }) => {
  const navigate = useNavigate();
  const queries = useQueryClient();
  const changed = useChange(carrier.id);
  const [isAsking, setAsking] = useState(false);
  const params = { config_id: carrier.id };
  const makeDefault = useAction({
    run: () => callApi("POST /organizations/telephony-configs/{config_id}/set-default-outbound", { params }),
    said: words.shell.saved,
    onDone: () => changed(),
  });
  // The carrier is asked in either case; an active account is not changed.
  const check = useAction({
    run: () => {
      queries.setQueryData(credentialCheckQuery(carrier.id).queryKey, null);
      return callApi("POST /organizations/telephony-configs/{config_id}/reactivate", { params });
    },
    onDone: changed,
  });
  const remove = useAction({
    run: () => callApi("DELETE /organizations/telephony-configs/{config_id}", { params }),
    said: organization.removed,
    onDone: async () => {
      await navigate({ to: "/carriers" });
      queries.removeQueries({ queryKey: [...carriersKey, carrier.id] });
      await queries.invalidateQueries({ queryKey: carriersKey });
    },
  });
  return (
    <>
      <Button needs="admin" disabled={check.isPending} onClick={() => check.mutate()}>
        {carrier.inactive ? organization.reactivateCarrier : organization.checkCarrier}
      </Button>
      {!carrier.is_default_outbound && (
        <Button needs="admin" onClick={() => makeDefault.mutate()}>
          {organization.makeDefault}
        </Button>
      )}
      <Button needs="admin" onClick={() => setAsking(true)}>
        <Trash2 aria-hidden /> {organization.removeCarrier}
      </Button>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={organization.removeCarrierTitle(carrier.name)}
        text={organization.removeCarrierText}
        action={organization.removeCarrier}
        onConfirm={() => remove.mutate()}
      />
    </>
  );
};

interface ChecklistProps {
  carrier: TelephonyConfiguration;
  kind: CarrierKind | undefined;
}

const Checklist = ({ carrier: { setup_checklist: checklist }, kind }: ChecklistProps) => (
  <Card
    title={organization.checklist}
    aside={
      checklist.docs_url && (
        <a href={checklist.docs_url} target="_blank" rel="noreferrer" className={styles.link}>
          {organization.readDocs}
        </a>
      )
    }
  >
    <ul className={styles.checklist}>
      {checklist.steps.map((step) => (
        <li key={step.key}>
          {step.complete ? (
            <CircleCheck role="img" aria-label={organization.done} data-done />
          ) : (
            <Circle role="img" aria-label={organization.toDo} />
          )}
          <StepWords {...describeStep(step, kind)} />
        </li>
      ))}
    </ul>
  </Card>
);

const StepWords = ({ title, text }: { title: string; text: string }) => (
  <div>
    <strong>{title}</strong>
    <p>{text}</p>
  </div>
);

const Settings = ({ carrier }: { carrier: TelephonyConfiguration }) => {
  const changed = useChange(carrier.id);
  const { data: providers } = useSuspenseQuery(providersQuery);
  const [name, setName] = useState(carrier.name);
  const [config, setConfig] = useState<CarrierValues>(carrier.credentials);
  const fields = providers.find(({ provider }) => provider === carrier.provider)?.fields ?? [];
  const save = useAction({
    run: () =>
      callApi("PUT /organizations/telephony-configs/{config_id}", {
        params: { config_id: carrier.id },
        body: {
          name,
          config: { ...config, provider: carrier.provider },
        },
      }),
    said: words.shell.saved,
    onDone: changed,
    isQuietOnRefusal: true,
  });
  return (
    <SaveForm save={save}>
      <TextField label={organization.carrierName} value={name} onChange={setName} maxLength={255} isRequired />
      <CarrierFields fields={fields} values={config} onChange={setConfig} />
    </SaveForm>
  );
};
