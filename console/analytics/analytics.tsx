import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useNavigate } from "@tanstack/react-router";
import { buildUrl } from "../api/client.ts";
import type { CallFigures } from "../api/routes.ts";
import { omitUnset } from "../search-params.ts";
import { chooseButtonClass } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { ColumnBars } from "../ui/column-bars.tsx";
import { Figures, type Figure as TopFigure } from "../ui/figures.tsx";
import { Problem } from "../ui/form.tsx";
import { Download } from "../ui/icons.ts";
import { Empty, Page } from "../ui/page.tsx";
import { RowBars } from "../ui/row-bars.tsx";
import { formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { askQuery, type Question, USUAL } from "./analytics-queries.ts";
import { buildBars, isTime } from "./chart-bars.ts";
import { BehindFigure, FiguresTable } from "./figures-table.tsx";
import { nameDimension, nameMeasure, sayAmount, sayShare } from "./name-figures.ts";
import { QuestionFields } from "./question-fields.tsx";
import { SaveView, Views } from "./views.tsx";

const route = getRouteApi("/shell/analytics");

/** Figures of calls by what somebody chooses; each leads to its calls. */
export const Analytics = () => {
  const search = route.useSearch();
  const navigate = useNavigate({ from: "/analytics" });
  const question = asQuestion(search);
  const { data, error } = useQuery(askQuery(question));
  const show = (change: { [Field in keyof Question]?: Question[Field] | undefined }) =>
    void navigate({ search: omitUnset({ ...search, ...change }), replace: true });
  return (
    <Page
      title={words.shell.analytics}
      actions={
        <>
          <a
            className={chooseButtonClass()}
            href={buildUrl("GET /analytics/report", { query: { ...USUAL, ...question } })}
            download
          >
            <Download aria-hidden /> {words.analytics.file}
          </a>
          <SaveView question={question} />
        </>
      }
    >
      <QuestionFields question={search} onChange={show} />
      {error ? <Problem error={error} /> : <Answered data={data} />}
      <Views />
    </Page>
  );
};

/** In the address, nothing has a word of its own, because an empty text would be left out. */
const asQuestion = (search: Question): Question => (search.by === "nothing" ? { ...search, by: "" } : search);

const Answered = ({ data }: { data: CallFigures | undefined }) => {
  if (data === undefined)
    return (
      <Card title={words.shell.loading}>
        <p>{words.shell.oneMoment}</p>
      </Card>
    );
  if (data.total.calls === 0) return <Empty title={words.analytics.noCalls} text={words.analytics.noCallsText} />;
  return (
    <>
      <Figures figures={totalsOf(data)} />
      <Chart data={data} />
      {data.by.length > 0 && <FiguresTable data={data} />}
    </>
  );
};

const totalsOf = ({ total, measures }: CallFigures): TopFigure[] => {
  const below = words.analytics.inSpan;
  const all = {
    name: words.analytics.allCalls,
    value: <BehindFigure query={total.calls_query}>{formatWhole(total.calls)}</BehindFigure>,
    below,
  };
  const [measure, figure] = [measures[0], total.figures[0]];
  if (measure === undefined || figure === undefined || measure.name === "calls") return [all];
  const name = nameMeasure(measure.name);
  const counted = <BehindFigure query={figure.calls_query}>{formatWhole(figure.calls)}</BehindFigure>;
  if (measure.kind === "count") return [all, { name, value: counted, below: sayShare(figure) }];
  const say = (amount: "mean" | "p50" | "p95"): TopFigure => ({
    name: `${name}: ${words.analytics.figure[amount]}`,
    value: <BehindFigure query={figure.calls_query}>{sayAmount(figure[amount], measure.unit)}</BehindFigure>,
    below,
  });
  return [all, say("mean"), say("p50"), say("p95")];
};

const Chart = ({ data }: { data: CallFigures }) => {
  const [dimension, measure] = [data.by[0], data.measures[0]];
  if (dimension === undefined || measure === undefined) return null;
  const bars = buildBars(data, measure);
  if (bars === null) return null;
  const ofMeasure = measure.kind === "amount" ? ` (${words.analytics.figure.mean})` : "";
  const title = words.analytics.chartOf(nameMeasure(measure.name) + ofMeasure, nameDimension(dimension));
  const say = (value: number) => sayAmount(value, measure.unit);
  return (
    <Card title={title}>
      {isTime(dimension) ? (
        <ColumnBars label={title} bars={bars} say={say} empty={words.analytics.noCalls} />
      ) : (
        <RowBars label={title} bars={bars} say={say} />
      )}
    </Card>
  );
};
