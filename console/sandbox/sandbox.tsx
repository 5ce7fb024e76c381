import { queryOptions, useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { callApi, Refusal } from "../api/client.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { FieldRow, TextField } from "../ui/fields.tsx";
import { Form } from "../ui/form.tsx";
import { Notice } from "../ui/notice.tsx";
import { Page, Stack } from "../ui/page.tsx";
import { useAction } from "../ui/use-action.ts";
import { words } from "../words/words.ts";
import {
  CALLBACK_SHARES,
  type FaultOf,
  type Manners,
  type MannersFieldsProps,
  REQUEST_SHARES,
  readManners,
  writeManners,
} from "./manners-draft.ts";
import { PeopleFields } from "./people-fields.tsx";

const { sandbox } = words;

const mannersQuery = queryOptions({
  queryKey: ["sandbox", "manners"],
  queryFn: () => callApi("GET /sandbox/simulator", {}),
});

/** What the simulated carrier of the sandbox does wrong, and who answers. */
export const Sandbox = () => {
  const { data } = useSuspenseQuery(mannersQuery);
  return (
    <Page title={words.shell.sandbox} isNarrow>
      <p>{sandbox.intro}</p>
      <Notice tone="calm" title={data.manners ? sandbox.ownManners : sandbox.noManners}>
        {sandbox.bindsSandbox}
      </Notice>
      <MannersForm key={data.manners === null ? "none" : "own"} manners={data.manners} />
    </Page>
  );
};

const MannersForm = ({ manners }: { manners: Manners | null }) => {
  const queries = useQueryClient();
  const [draft, setDraft] = useState(() => readManners(manners));
  const keep = (saved: { manners: Manners | null }) => queries.setQueryData(mannersQuery.queryKey, saved);
  const save = useAction({
    run: () => callApi("PUT /sandbox/simulator", { body: { manners: writeManners(draft) } }),
    said: words.shell.saved,
    onDone: keep,
    isQuietOnRefusal: true,
  });
  const end = useAction({
    run: () => callApi("PUT /sandbox/simulator", { body: { manners: null } }),
    said: words.shell.saved,
    onDone: keep,
  });
  const faultOf: FaultOf = (place) =>
    save.error instanceof Refusal
      ? save.error.faults.find(({ loc }) => loc.slice(2).join(".").startsWith(place))?.msg
      : undefined;
  return (
    <Form
      onSubmit={() => save.mutate()}
      action={words.shell.save}
      needs="operator"
      isBusy={save.isPending}
      error={save.error}
      ways={
        manners && (
          <Button onClick={() => end.mutate()} needs="operator">
            {sandbox.endManners}
          </Button>
        )
      }
    >
      <RequestFields draft={draft} onChange={setDraft} faultOf={faultOf} />
      <CallbackFields draft={draft} onChange={setDraft} faultOf={faultOf} />
      <OutageFields draft={draft} onChange={setDraft} faultOf={faultOf} />
      <PeopleFields draft={draft} onChange={setDraft} faultOf={faultOf} />
    </Form>
  );
};

const PERCENT = { type: "number", min: 0, max: 100, step: "any" } as const;

const RequestFields = ({ draft, onChange, faultOf }: MannersFieldsProps) => (
  <Card title={sandbox.requests}>
    <Stack>
      <FieldRow>
        <TextField
          label={sandbox.latency}
          type="number"
          min={0}
          value={draft.latencyMs}
          onChange={(latencyMs) => onChange({ ...draft, latencyMs })}
          fault={faultOf("latency_ms")}
        />
        <TextField
          label={sandbox.perSecond}
          type="number"
          min={0}
          step="any"
          value={draft.perSecond}
          onChange={(perSecond) => onChange({ ...draft, perSecond })}
          fault={faultOf("calls_per_second")}
        />
      </FieldRow>
      {pairs(REQUEST_SHARES).map((names) => (
        <FieldRow key={names[0]}>
          {names.map((name) => (
            <TextField
              key={name}
              {...PERCENT}
              label={sandbox.requestShares[name]}
              value={draft.requests[name]}
              onChange={(text) => onChange({ ...draft, requests: { ...draft.requests, [name]: text } })}
              fault={faultOf(name)}
            />
          ))}
        </FieldRow>
      ))}
    </Stack>
  </Card>
);

const CallbackFields = ({ draft, onChange, faultOf }: MannersFieldsProps) => (
  <Card title={sandbox.callbacks}>
    <Stack>
      {pairs(CALLBACK_SHARES).map((names) => (
        <FieldRow key={names[0]}>
          {names.map((name) => (
            <TextField
              key={name}
              {...PERCENT}
              label={sandbox.callbackShares[name]}
              value={draft.callbacks[name]}
              onChange={(text) => onChange({ ...draft, callbacks: { ...draft.callbacks, [name]: text } })}
              // The place of what is late begins like that of how late.
              fault={name === "late" ? undefined : faultOf(`callbacks.${name}`)}
            />
          ))}
        </FieldRow>
      ))}
      <TextField
        label={sandbox.lateBy}
        type="number"
        min={0}
        step="any"
        value={draft.lateBySeconds}
        onChange={(lateBySeconds) => onChange({ ...draft, lateBySeconds })}
        fault={faultOf("callbacks.late")}
      />
    </Stack>
  </Card>
);

const OutageFields = ({ draft, onChange, faultOf }: MannersFieldsProps) => (
  <Card title={sandbox.outage}>
    <Stack>
      <p>{sandbox.outageText}</p>
      <FieldRow>
        <TextField
          label={sandbox.outageFrom}
          type="datetime-local"
          step={1}
          value={draft.outageFrom}
          onChange={(outageFrom) => onChange({ ...draft, outageFrom })}
          fault={faultOf("outage.from")}
        />
        <TextField
          label={sandbox.outageTo}
          type="datetime-local"
          step={1}
          value={draft.outageTo}
          onChange={(outageTo) => onChange({ ...draft, outageTo })}
          fault={faultOf("outage.to")}
        />
      </FieldRow>
    </Stack>
  </Card>
);

const pairs = <Name extends string>(names: readonly Name[]): [Name, ...Name[]][] =>
  names.flatMap((name, at) => (at % 2 === 0 ? [[name, ...names.slice(at + 1, at + 2)]] : []));
