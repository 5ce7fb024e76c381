import { useSuspenseQuery } from "@tanstack/react-query";
import { useState } from "react";
import { retentionQuery } from "../api/account.ts";
import type { OrganizationPreferences, Routes } from "../api/routes.ts";
import { Card } from "../ui/card.tsx";
import { TextField } from "../ui/fields.tsx";
import { SaveForm } from "../ui/save-form.tsx";
import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { useSavePreferences } from "./use-save-preferences.ts";

const { retentionByKind } = words.organization;
type Days = NonNullable<OrganizationPreferences["retention"]>;
type Kind = keyof Days;
const isKind = (text: string): text is Kind => Object.hasOwn(retentionByKind.kinds, text);
const KINDS = Object.keys(retentionByKind.kinds).filter(isKind);

/** The form of how many days each kind of data is kept, with what is due next. */
export const Retention = ({ preferences: { retention } }: { preferences: OrganizationPreferences }) => {
  const { data } = useSuspenseQuery(retentionQuery);
  const [fields, setFields] = useState<Readonly<Partial<Record<Kind, string>>>>(() =>
    Object.fromEntries(KINDS.map((kind) => [kind, String(retention?.[kind] ?? "")])),
  );
  const save = useSavePreferences(() => ({
    retention: Object.fromEntries(KINDS.flatMap((kind) => (fields[kind] ? [[kind, Number(fields[kind])]] : []))),
  }));
  const next = new Map(data.kinds.map((each) => [each.kind, each]));
  return (
    <Card title={retentionByKind.title}>
      <SaveForm save={save}>
        <p>{retentionByKind.text}</p>
        {KINDS.map((kind) => (
          <TextField
            key={kind}
            label={retentionByKind.kinds[kind]}
            hint={describeNext(next.get(kind))}
            type="number"
            min={1}
            value={fields[kind] ?? ""}
            onChange={(days) => setFields({ ...fields, [kind]: days })}
          />
        ))}
      </SaveForm>
    </Card>
  );
};

type Next = Routes["GET /organizations/retention"]["answer"]["kinds"][number];

const describeNext = (next: Next | undefined): string => {
  if (!next || next.days === null) return retentionByKind.forGood;
  const tell = next.set_by === "operator" ? retentionByKind.nextByOperator : retentionByKind.next;
  return tell(formatWhole(next.days), formatWhole(next.due), formatWhole(next.due_within_week));
};
