import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Answer, callApi } from "../api/client.ts";
import type { Campaign } from "../api/routes.ts";
import { Button } from "../ui/button.tsx";
import { Card } from "../ui/card.tsx";
import { type Column, DataTable } from "../ui/data-table.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Stack } from "../ui/page.tsx";
import { formatMoment, formatWhole } from "../words/format.ts";
import { words } from "../words/words.ts";
import { campaignKey } from "./campaign-queries.ts";
import { ChangeJourney } from "./change-journey.tsx";
import styles from "./journey.module.css";
import { layoutSteps, type StepPosition } from "./journey-layout.ts";

type Progress = Answer<"GET /campaigns/{campaign_id}/journey/progress">;
type CountedEdge = Progress["edges"][number];

const { journey: said } = words.campaigns;

export const journeyQuery = (campaign_id: number) => ({
  queryKey: [...campaignKey(campaign_id), "journey"],
  queryFn: () => callApi("GET /campaigns/{campaign_id}/journey", { params: { campaign_id } }),
});

/** What follows the campaign's calls: drawn with how many people went along each edge, and as a table. */
export const Journey = ({ campaign, isMoving }: { campaign: Campaign; isMoving: boolean }) => {
  const [isChanging, setChanging] = useState(false);
  const { data: journey } = useQuery(journeyQuery(campaign.id));
  const { data: progress } = useQuery({
    queryKey: [...campaignKey(campaign.id), "journey progress"],
    queryFn: () => callApi("GET /campaigns/{campaign_id}/journey/progress", { params: { campaign_id: campaign.id } }),
    refetchInterval: isMoving && 3_000,
  });
  const isOver = ["completed", "canceled", "failed"].includes(campaign.state);
  return (
    <Card
      title={said.title}
      aside={
        !isOver && (
          <Button needs="operator" onClick={() => setChanging(true)}>
            {said.change}
          </Button>
        )
      }
    >
      <Stack>
        {progress === undefined || journey === undefined ? (
          <p>{words.shell.loading}</p>
        ) : progress.edges.length === 0 ? (
          <p>{said.none}</p>
        ) : (
          <>
            <Drawing edges={progress.edges} kinds={new Map(journey.steps.map(({ id, do: kind }) => [id, kind]))} />
            <DataTable
              label={said.title}
              columns={COLUMNS}
              rows={progress.edges}
              keyOf={({ from, to }) => `${from ?? ""} ${to}`}
            />
            {progress.next_due_at !== null && <p>{said.nextDue(formatMoment(progress.next_due_at))}</p>}
          </>
        )}
      </Stack>
      <Dialog isOpen={isChanging} onClose={() => setChanging(false)} title={said.change} isWidest>
        {journey && <ChangeJourney journey={journey} onDone={() => setChanging(false)} />}
      </Dialog>
    </Card>
  );
};

const nameOf = (step: string | null): string => step ?? said.call;

const COLUMNS: readonly Column<CountedEdge>[] = [
  { name: said.from, cell: ({ from }) => nameOf(from) },
  { name: said.to, cell: ({ to, is_current: isCurrent }) => (isCurrent ? to : `${to} (${said.former})`) },
  { name: said.people, isNumber: true, cell: ({ people }) => formatWhole(people) },
  {
    name: said.waiting,
    isNumber: true,
    cell: ({ states: { waiting, doing, calling } }) => formatWhole(waiting + doing + calling),
  },
  { name: said.done, isNumber: true, cell: ({ states: { done } }) => formatWhole(done) },
  {
    name: said.notDone,
    isNumber: true,
    cell: ({ states: { skipped, failed, unclear, ended } }) => formatWhole(skipped + failed + unclear + ended),
  },
];

const BOX = { width: 148, height: 44 };
const STEP = { x: 232, y: 64 };
const MARGIN = 2;
const leftOf = ({ column }: StepPosition): number => MARGIN + column * STEP.x;
const topOf = ({ row }: StepPosition): number => MARGIN + row * STEP.y;

/** The table below says the same to those who do not see it. */
const Drawing = ({ edges, kinds }: { edges: readonly CountedEdge[]; kinds: ReadonlyMap<string, string> }) => {
  const positions = layoutSteps(edges);
  const positionOf = new Map(positions.map((position) => [position.id, position]));
  const width = Math.max(...positions.map(leftOf)) + BOX.width + MARGIN;
  const height = Math.max(...positions.map(topOf)) + BOX.height + MARGIN;
  return (
    <div className={styles.drawing}>
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden>
        {edges.map((edge) => {
          const [from, to] = [positionOf.get(edge.from), positionOf.get(edge.to)];
          return from && to && <Line key={`${edge.from ?? ""} ${edge.to}`} from={from} to={to} people={edge.people} />;
        })}
        {positions.map((position) => (
          <g key={position.id ?? ""} transform={`translate(${leftOf(position)} ${topOf(position)})`}>
            <rect className={styles.box} width={BOX.width} height={BOX.height} rx={8} />
            <text className={styles.name} x={12} y={position.id === null ? 27 : 19}>
              {shortened(nameOf(position.id))}
            </text>
            {position.id !== null && (
              <text className={styles.kind} x={12} y={35}>
                {said.kinds[kinds.get(position.id) ?? ""] ?? said.former}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  );
};

const LONGEST_NAME = 17;
const shortened = (name: string): string => (name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME - 1)}…` : name);

const Line = ({ from, to, people }: { from: StepPosition; to: StepPosition; people: number }) => {
  const [x1, y1] = [leftOf(from) + BOX.width, topOf(from) + BOX.height / 2];
  const [x2, y2] = [leftOf(to), topOf(to) + BOX.height / 2];
  const bend = (STEP.x - BOX.width) / 2;
  return (
    <>
      <path className={styles.line} d={`M ${x1} ${y1} C ${x1 + bend} ${y1}, ${x2 - bend} ${y2}, ${x2} ${y2}`} />
      <text className={styles.count} x={x2 - 10} y={y2 - 6} textAnchor="end">
        {formatWhole(people)}
      </text>
    </>
  );
};
