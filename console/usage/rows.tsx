import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { RowUsage } from "../api/routes.ts";
import { Card } from "../ui/card.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Stack } from "../ui/page.tsx";
import { Progress } from "../ui/progress.tsx";
import { useHindrance } from "../ui/role.ts";
import { formatBytes, formatMoment, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { RemoveCalls } from "./remove-calls.tsx";
import { rowUsageQuery } from "./usage-queries.ts";

/** Shows what takes the room of the organization's rows, how much there is, and how to make some. */
export const Rows = () => {
  const { data: usage } = useSuspenseQuery(rowUsageQuery);
  const hindrance = useHindrance("admin");
  const share = usage.bytes / usage.most_bytes;
  return (
    <Card title={words.usage.rows}>
      <Stack>
        <p>{words.usage.rowsOf(formatBytes(usage.bytes), formatBytes(usage.most_bytes))}</p>
        <Progress
          label={words.usage.rows}
          value={Math.min(usage.bytes, usage.most_bytes)}
          max={usage.most_bytes}
          tone={share >= 1 ? "bad" : share >= 0.8 ? "warn" : "good"}
        />
        <p>
          {usage.measured_at === null
            ? words.usage.notMeasured
            : words.usage.measuredAt(formatMoment(usage.measured_at))}
        </p>
        <DataTable label={words.usage.rows} columns={COLUMNS} rows={usage.kinds} keyOf={({ kind }) => kind} />
        {hindrance === undefined && <RemoveCalls />}
      </Stack>
    </Card>
  );
};

type Kind = RowUsage["kinds"][number];

/** Where people remove rows of a kind. */
const PLACES: Partial<Record<Kind["kind"], (name: string) => ReactNode>> = {
  campaigns: (name) => <Link to="/campaigns">{name}</Link>,
  contacts: (name) => <Link to="/contacts">{name}</Link>,
  knowledge: (name) => <Link to="/documents">{name}</Link>,
};

const nameOf = ({ kind }: Kind): ReactNode => PLACES[kind]?.(words.usage.kinds[kind]) ?? words.usage.kinds[kind];

const COLUMNS: readonly Column<Kind>[] = [
  { name: words.usage.kind, cell: nameOf },
  { name: words.usage.rowCount, isNumber: true, cell: ({ rows }) => formatWhole(rows) },
  { name: words.usage.room, isNumber: true, cell: ({ bytes }) => formatBytes(bytes) },
];
