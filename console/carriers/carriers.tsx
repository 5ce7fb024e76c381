import { useQuery, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { type Answer, callApi } from "../api/client.ts";
import { nameCarrier } from "../calls/call-names.ts";
import { Badge } from "../ui/badge.tsx";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { Choice } from "../ui/choice.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { Plus } from "../ui/icons.ts";
import { Page } from "../ui/page.tsx";
import table from "../ui/table.module.css";
import { useAction } from "../ui/use-action.ts";
import { formatWhole } from "../words/format.ts";
import { sayOffer } from "../words/say-offer.ts";
import { words } from "../words/words.ts";
import { CarrierFields, type CarrierValues } from "./carrier-fields.tsx";
import { carriersKey, carriersQuery, credentialCheckQuery, providersQuery } from "./carrier-queries.ts";
import { describeBlocked } from "./carrier-words.ts";
import { VerifiedNumbers } from "./verified-numbers.tsx";

const { organization } = words;
type Carrier = Answer<"GET /organizations/telephony-configs">["configurations"][number];

export const Carriers = () => {
  const { data: carriers } = useSuspenseQuery(carriersQuery);
  const [isMaking, setMaking] = useState(false);
  return (
    <Page
      title={words.shell.carriers}
      actions={
        <Button kind="primary" needs="admin" onClick={() => setMaking(true)}>
          <Plus aria-hidden /> {organization.newCarrier}
        </Button>
      }
    >
      <p>{organization.carriersText}</p>
      <Card title={words.shell.carriers} count={carriers.length} isFlush>
        <DataTable label={words.shell.carriers} columns={COLUMNS} rows={carriers} keyOf={({ id }) => id} />
      </Card>
      <VerifiedNumbers />
      <Dialog isOpen={isMaking} onClose={() => setMaking(false)} title={organization.newCarrier}>
        <NewCarrier />
      </Dialog>
    </Page>
  );
};

export const Readiness = ({ carrier }: { carrier: Pick<Carrier, "inactive" | "is_ready_for_outbound"> }) => {
  if (carrier.inactive) return <Badge tone="bad">{organization.inactive}</Badge>;
  return (
    <Badge tone={carrier.is_ready_for_outbound ? "good" : "warn"}>
      {carrier.is_ready_for_outbound ? organization.ready : organization.notReady}
    </Badge>
  );
};

const COLUMNS: readonly Column<Carrier>[] = [
  {
    name: organization.name,
    cell: (carrier) => (
      <>
        <Link className={table.rowLink} to="/carriers/$carrierId" params={{ carrierId: carrier.id }}>
          {carrier.name}
        </Link>
        <Blocked carrier={carrier} />
      </>
    ),
  },
  { name: organization.provider, cell: ({ provider }) => nameCarrier(provider) },
  { name: organization.state, cell: (carrier) => <Readiness carrier={carrier} /> },
  {
    name: organization.isDefault,
    cell: ({ is_default_outbound: isDefault }) => isDefault && <Badge tone="busy">{organization.isDefault}</Badge>,
  },
  { name: organization.numbers, isNumber: true, cell: ({ phone_number_count }) => formatWhole(phone_number_count) },
];

/** The carrier's own reason goes before ours. */
const Blocked = ({ carrier }: { carrier: Carrier }) => {
  const { data: kinds = [] } = useQuery(providersQuery);
  const reason = carrier.inactive_reason ?? describeBlocked(carrier, kinds);
  return reason && <p className={table.soft}>{reason}</p>;
};

const NewCarrier = () => {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { data: providers } = useSuspenseQuery(providersQuery);
  const usable = providers.filter(({ available }) => available);
  const [name, setName] = useState("");
  const [provider, setProvider] = useState(providers[0]?.provider ?? "");
  const [config, setConfig] = useState<CarrierValues>({});
  const chosen = providers.find((one) => one.provider === provider);
  const create = useAction({
    run: () =>
      callApi("POST /organizations/telephony-configs", {
        body: { name, config: { provider, ...config } },
      }),
    onDone: async ({ id, credential_check: check }) => {
      queries.setQueryData(credentialCheckQuery(id).queryKey, check);
      await queries.invalidateQueries({ queryKey: carriersKey });
      await navigate({ to: "/carriers/$carrierId", params: { carrierId: id } });
    },
    isQuietOnRefusal: true,
  });
  return (
    <Form
      onSubmit={() => create.mutate()}
      action={organization.newCarrier}
      isBusy={create.isPending}
      error={create.error}
    >
      <Choice
        label={organization.provider}
        value={provider}
        onChange={(next) => {
          setProvider(next);
          setConfig({});
        }}
        options={usable.map(({ provider: value, display_name: label }) => ({ value, label: sayOffer(label) }))}
      />
      <TextField label={organization.carrierName} value={name} onChange={setName} maxLength={255} isRequired />
      <CarrierFields fields={chosen?.fields ?? []} values={config} onChange={setConfig} />
    </Form>
  );
};
