import { useQueries, useQuery } from "@tanstack/react-query";
import { dayOf } from "../calls/days.ts";
import { campaignsQuery } from "../campaigns/campaign-queries.ts";
import { carriersQuery, numbersQuery } from "../carriers/carrier-queries.ts";
import { Choice } from "../ui/choice.tsx";
import { TextField } from "../ui/fields.tsx";
import { FilterFields } from "../ui/filters.tsx";
import { words } from "../words/words.ts";
import type { Text, TextFilters } from "./text-queries.ts";

const { texts } = words;
const ANY = "any";
const DIRECTIONS = ["outbound", "inbound"] as const;
const STATES = ["queued", "sent", "delivered", "failed", "unknown", "received"] as const;

interface TextFilterFieldsProps {
  filters: TextFilters;
  onChange(change: { [K in keyof TextFilters]?: TextFilters[K] | undefined }): void;
}

export const TextFilterFields = ({ filters, onChange }: TextFilterFieldsProps) => {
  const numbers = useOwnNumbers();
  const { data: campaigns } = useQuery(campaignsQuery());
  return (
    <FilterFields>
      <Choice<Text["direction"] | "any">
        label={texts.direction}
        value={filters.direction ?? ANY}
        onChange={(direction) => onChange({ direction: direction === ANY ? undefined : direction })}
        options={[
          { value: ANY, label: texts.anyDirection },
          ...DIRECTIONS.map((value) => ({ value, label: texts.directions[value] })),
        ]}
      />
      <Choice<Text["state"] | "any">
        label={texts.state}
        value={filters.state ?? ANY}
        onChange={(state) => onChange({ state: state === ANY ? undefined : state })}
        options={[
          { value: ANY, label: texts.anyState },
          ...STATES.map((value) => ({ value, label: texts.states[value] })),
        ]}
      />
      <Choice
        label={texts.number}
        value={filters.number ?? ANY}
        onChange={(number) => onChange({ number: number === ANY ? undefined : number })}
        options={[{ value: ANY, label: texts.anyNumber }, ...numbers.map((value) => ({ value, label: value }))]}
      />
      <Choice
        label={words.calls.campaign}
        value={String(filters.campaign ?? ANY)}
        onChange={(campaign) => onChange({ campaign: campaign === ANY ? undefined : Number(campaign) })}
        options={[
          { value: ANY, label: texts.anyCampaign },
          ...(campaigns ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
      />
      <TextField
        label={words.calls.since}
        type="date"
        value={filters.since ? dayOf(filters.since) : ""}
        onChange={(since) => onChange({ since: since || undefined })}
      />
      <TextField
        label={words.calls.until}
        type="date"
        value={filters.until ? dayOf(filters.until) : ""}
        onChange={(until) => onChange({ until: until || undefined })}
      />
    </FilterFields>
  );
};

/** The numbers of all carrier accounts, each once. */
const useOwnNumbers = (): string[] => {
  const { data: accounts = [] } = useQuery(carriersQuery);
  const lists = useQueries({ queries: accounts.map(({ id }) => numbersQuery(id)) });
  return [...new Set(lists.flatMap(({ data = [] }) => data.map((number) => number.address_normalized)))].sort();
};
