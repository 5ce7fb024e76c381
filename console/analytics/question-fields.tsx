import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { preferencesQuery } from "../api/account.ts";
import { agentsQuery } from "../calls/call-queries.ts";
import { campaignsQuery } from "../campaigns/campaign-queries.ts";
import { Button } from "../ui/button.tsx";
import { Choice, type Option } from "../ui/choice.tsx";
import { FilterFields } from "../ui/filters.tsx";
import { X } from "../ui/icons.ts";
import { words } from "../words/words.ts";
import { measuresQuery, type Question, USUAL } from "./analytics-queries.ts";
import { nameDimension, nameMeasure } from "./name-figures.ts";

type Change = { [Field in keyof Question]?: Question[Field] | undefined };
interface QuestionFieldsProps {
  question: Question;
  onChange(change: Change): void;
}

const ANY = "any";
const NOTHING = "nothing";

/** Asks what is measured, by what, and of which calls. */
export const QuestionFields = ({ question, onChange }: QuestionFieldsProps) => {
  const { measures, dimensions } = useWords(question);
  const [first = NOTHING, second = NOTHING] = (question.by ?? USUAL.by).split(",").filter(Boolean);
  const group = (...names: string[]) => onChange({ by: names.filter((name) => name !== NOTHING).join(",") || NOTHING });
  return (
    <FilterFields>
      <Choice
        label={words.analytics.measure}
        value={(question.measures ?? USUAL.measures).split(",")[0]}
        onChange={(measure) => onChange({ measures: measure })}
        options={measures}
      />
      <Choice
        label={words.analytics.by}
        value={first}
        onChange={(by) => group(by, by === second || by === NOTHING ? NOTHING : second)}
        options={[{ value: NOTHING, label: words.analytics.nothing }, ...dimensions]}
      />
      {first !== NOTHING && (
        <Choice
          label={words.analytics.andBy}
          value={second}
          onChange={(by) => group(first, by)}
          options={[
            { value: NOTHING, label: words.analytics.nothing },
            ...dimensions.filter(({ value }) => value !== first),
          ]}
        />
      )}
      <OfWhichCalls question={question} onChange={onChange} />
    </FilterFields>
  );
};

/** What may be chosen, and what the question names though no agent gathers it any more. */
const useWords = (question: Question) => {
  const { data } = useQuery(measuresQuery);
  const variables = data?.variables ?? [];
  const measures = [
    ...(data?.measures ?? []).map(({ name }) => name),
    ...variables.filter(({ type }) => type === "number").map(({ name }) => `variable:${name}`),
    ...new Set(variables.map(({ name }) => `filled:${name}`)),
    ...(question.measures ?? USUAL.measures).split(","),
  ];
  const dimensions = [
    ...(data?.dimensions ?? []).map(({ name }) => name),
    ...new Set(variables.map(({ name }) => `variable:${name}`)),
    ...(question.by ?? USUAL.by).split(",").filter((name) => name !== "" && name !== NOTHING),
  ];
  const options = (names: readonly string[], name: (written: string) => string): Option<string>[] =>
    [...new Set(names)].map((value) => ({ value, label: name(value) }));
  return { measures: options(measures, nameMeasure), dimensions: options(dimensions, nameDimension) };
};

const OfWhichCalls = ({ question, onChange }: QuestionFieldsProps) => {
  const { data: agents } = useSuspenseQuery(agentsQuery);
  const { data: campaigns = [] } = useQuery(campaignsQuery());
  const { data: preferences } = useSuspenseQuery(preferencesQuery);
  const isOfDates = question.start_date !== undefined || question.end_date !== undefined;
  const environment = question.environment ?? "production";
  return (
    <>
      {isOfDates ? (
        <Button onClick={() => onChange({ start_date: undefined, end_date: undefined })}>
          {[question.start_date, question.end_date].filter(Boolean).join(" – ")} <X aria-hidden />
        </Button>
      ) : (
        <Choice
          label={words.analytics.span}
          value={String(question.days ?? 30)}
          onChange={(days) => onChange({ days: Number(days) })}
          options={spansOf(question.days ?? 30)}
        />
      )}
      <Choice
        label={words.calls.agent}
        value={String(question.workflow_id ?? ANY)}
        onChange={(agent) => onChange({ workflow_id: agent === ANY ? undefined : Number(agent) })}
        options={[{ value: ANY, label: words.calls.anyAgent }, ...named(agents)]}
      />
      <Choice
        label={words.calls.campaign}
        value={String(question.campaign_id ?? ANY)}
        onChange={(campaign) => onChange({ campaign_id: campaign === ANY ? undefined : Number(campaign) })}
        options={[{ value: ANY, label: words.analytics.anyCampaign }, ...named(campaigns)]}
      />
      <Choice
        label={words.analytics.environment}
        value={environment}
        onChange={(next) => onChange({ environment: next })}
        options={ENVIRONMENTS}
        hint={preferences.timezone ?? undefined}
      />
    </>
  );
};

const named = (rows: readonly { id: number; name: string }[]): Option<string>[] =>
  rows.map(({ id, name }) => ({ value: String(id), label: name }));

const ENVIRONMENTS: readonly Option<"production" | "sandbox">[] = [
  { value: "production", label: words.analytics.environments.production },
  { value: "sandbox", label: words.analytics.environments.sandbox },
];

const spansOf = (days: number): Option<string>[] => {
  const known = Object.entries(words.analytics.spans).map(([value, label]) => ({ value, label }));
  const isKnown = known.some(({ value }) => value === String(days));
  return isKnown ? known : [...known, { value: String(days), label: words.analytics.daysOf(String(days)) }];
};
